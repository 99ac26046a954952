/// All pages: the only line that a page needs outside its folder. Help and manual have the headings
/// of the pages in this order.
enum Pages {
    static let all: [any Page.Type] = [
        Form.self, LabelsView.self, Detail.self, ConflictChoices.self, Reader.self,
        DocumentsView.self, VersionsView.self, VersionDiff.self, HistoryView.self,
        DeletedView.self, DuplicatesView.self, HeldView.self, StatusView.self,
        TransfersView.self, AccessView.self, MessageLog.self, Tour.self, Help.self,
        ActionPalette.self, SettingsView.self, SettingChoices.self,
        ColumnChoices.self,
    ]
}
