/// All pages there are: the one line outside its folder that a page needs. Help and manual have the
/// headings of the pages in this order.
enum Pages {
    static let all: [any Page.Type] = [
        Form.self, LabelsView.self, Detail.self, Reader.self, DocumentsView.self, VersionsView.self,
        VersionDiff.self, HistoryView.self,
        DeletedView.self, DuplicatesView.self, HeldView.self, StatusView.self,
        TransfersView.self, AccessView.self, MessageLog.self, Tour.self, Help.self,
        ActionPalette.self, SettingsView.self, SettingChoices.self,
        ColumnChoices.self,
    ]
}
