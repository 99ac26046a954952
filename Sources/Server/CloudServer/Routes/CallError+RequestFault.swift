import HTTPService
import HTTPTypes

extension CallError {
    init(_ fault: RequestFault) {
        let code = if case .otherHost = fault { "notAllowed" } else { "malformed" }
        self.init(fault.status, code, fault.text(command: "cloudyd serve"))
        if fault.isOfFraming { headers[.connection] = "close" }
    }
}
