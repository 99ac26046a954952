"""The scenes of the pictures. Each scene presses keys in a list of sample bookmarks, and its
docstring is the title of the picture. A scene that returns a screen has opened another terminal."""

import json
import os


def remote_change(home, screen):
    """A bookmark arrives from the phone"""
    screen.press("j", "j")
    home.run("add", "https://www.gnu.org/software/tar/manual/", "--name", "GNU tar",
             "--tag", "docs", "--device", "phone")
    screen.wait("GNU tar", "phone", "synced", "> OpenStreetMap")


def bookmark_list(_, screen):
    """The list"""
    screen.press("s", "n", "g", "j", "j")
    screen.wait("Name ▲", "> Command Line")


def typed_filter(_, screen):
    """Typing a filter"""
    screen.type("/sw (docs or read")
    screen.type("ing)")
    screen.wait("/sw (docs or reading)", "Swift Evolution")


def form(_, screen):
    """Adding a bookmark"""
    screen.type("a")
    screen.wait("URL", "Notes")
    screen.type("https://www.debian.org/doc/")
    screen.press("Enter")
    screen.type("Debian documentation")
    screen.press("Tab")
    screen.type("docs linux")
    screen.wait("docs linux")


def details(home, screen):
    """A conflict: both devices changed the name"""
    identifier = home.run("list", "Lobsters").split("\t")[0]
    home.run("edit", identifier, "--name", "Lobsters, the forum", "--offline", "--device", "phone")
    home.run("edit", identifier, "--name", "Lobsters news", "--device", "laptop")
    home.run("sync", "--device", "phone")
    screen.wait("≠", "Lobsters news")
    screen.press("g", "l")
    screen.wait("Details", "Conflict")


def keys(_, screen):
    """Keys for undo"""
    screen.type("?/undo")
    screen.press("Enter")
    screen.wait("Keys", "undo")


def duplicates(home, screen):
    """Merging duplicates"""
    home.run("add", "http://www.swift.org", "--name", "Swift", "--tag", "lang", "--even-if-there")
    home.run("add", "https://cbor.io/?utm_source=mail", "--even-if-there")
    screen.wait("Cloudy  40")
    screen.press("=")
    screen.wait("Duplicates", "Swift.org")


def deleted(home, screen):
    """The trash, with two bookmarks marked"""
    for word in ["Jepsen", "crdt.tech", "Keep a Changelog"]:
        home.run("delete", "--query", word, "--yes")
    home.run("delete", "--query", "CBOR", "--yes", "--device", "phone")
    home.run("sync", "--device", "phone")
    screen.press("D")
    screen.wait("Deleted bookmarks", "CBOR", "Jepsen")
    screen.press("Space", "Space")
    screen.wait("2 marked")


def history(home, screen):
    """The history of a bookmark: what changed, and on which device"""
    identifier = home.run("list", "Lobsters").split("\t")[0]
    home.run("edit", identifier, "--name", "Lobsters, a forum")
    home.run("edit", identifier, "--add-tag", "reading", "--device", "phone")
    home.run("sync", "--device", "phone")
    home.run("edit", identifier, "--notes", "Ask for an invitation")
    screen.wait("Lobsters, a forum")
    screen.press("g", "l", "H")
    screen.wait("History", "Ask for", "phone")


def importing(home, screen):
    """Importing a file, with Tab completion"""
    os.mkdir(home.folder + "/Downloads")
    with open(home.folder + "/Downloads/bookmarks.html", "w", encoding="utf-8") as file:
        file.write('<a href="https://www.swift.org/">Swift.org</a>')
    screen.press("i")
    screen.wait("Import a file")
    screen.type("~/Down")
    screen.wait("~/Downloads/")
    screen.press("Tab")
    screen.wait("~/Downloads/bookmarks.html")


def pick(home, _):
    """Picking bookmarks for a shell command"""
    screen = home.open("pick", "--multi", "docs", **home.size)
    screen.wait("/docs", "SQLite")
    screen.press("Tab", "Tab")
    screen.wait("2 marked")
    return screen


def settings(_, screen):
    """The settings"""
    screen.press(",")
    screen.wait("Settings", "theme")


def status(_, screen):
    """The state of this device, the cloud and other devices"""
    screen.press("S")
    screen.wait("Status", "Property list", "Other devices")


def marked_bookmarks(_, screen):
    """Adding a tag to marked bookmarks"""
    screen.press("Space", "j", "Space", "Space", "+")
    screen.type("toread")
    screen.wait("3 marked", "toread")


SCENES = {"list": bookmark_list, "filter": typed_filter, "form": form, "details": details,
          "history": history, "deleted": deleted, "keys": keys, "duplicates": duplicates,
          "marks": marked_bookmarks, "import": importing, "pick": pick, "settings": settings,
          "status": status}


def saved_page(home):
    """Saves a page of a bookmark, and returns the id of the bookmark."""
    identifier = home.run("list", "Lobsters").split("\t")[0]
    path = home.folder + "/page.html"
    with open(path, "w", encoding="utf-8") as file:
        file.write("<title>About Lobsters</title>\n<h1>About Lobsters</h1>\n"
                   "<p>A computing-focused community centered around link aggregation and "
                   "discussion. Stories are tagged, and <a href='https://lobste.rs/tags'>tags</a> "
                   "can be filtered.</p>\n"
                   "<h2>Invitations</h2><p>A new user needs an invitation from a present one.</p>\n"
                   "<ul><li>Votes need a reason.</li><li>Logs of moderation are public.</li></ul>\n")
    home.run("save", identifier, "--file", path)
    return identifier


def reader(home, screen):
    """Reading a saved page offline"""
    saved_page(home)
    screen.press("g", "r")
    screen.wait("Invitations", "Votes need a reason")


def documents(home, screen):
    """The documents of a bookmark: a page, a note and a file"""
    identifier = saved_page(home)
    with open(home.folder + "/rules.txt", "w", encoding="utf-8") as file:
        file.write("Be kind.\n" * 40)
    home.run("attach", identifier, home.folder + "/rules.txt")
    screen.press("g", "f")
    screen.wait("Documents", "rules.txt", "About Lob")


def tokens(_, screen):
    """The tokens of browsers and other programs"""
    screen.press("B")
    screen.wait("Tokens")
    for key, name in [("a", "firefox"), ("A", "phone")]:
        screen.press(key)
        screen.type(name)
        screen.press("Enter")
        screen.wait("cloudy_", name)
    screen.press("q", "B")
    screen.wait("Tokens", "phone", "add")


def transfers(_, screen):
    """Transfers of documents"""
    screen.press("T")
    screen.wait("Transfers")


def tags(_, screen):
    """Tags, folders and saved searches"""
    screen.press("t")
    screen.wait("Tags", "#docs")


def palette(_, screen):
    """The palette of actions"""
    screen.type(":")
    screen.type("mark")
    screen.wait("Mark")


def messages(home, screen):
    """The latest messages"""
    home.run("add", "https://www.debian.org/doc/", "--name", "Debian documentation",
             "--device", "phone")
    screen.wait("Debian documentation", "phone")
    screen.press("M")
    screen.wait("Messages", "Debian documentation")


def held_deletions(home, screen):
    """Deletions of another device that wait for a decision"""
    home.run("delete", "--query", "tag:docs", "--yes", "--device", "phone")
    screen.wait("R")
    screen.press("R")
    screen.wait("delete here too")


def start_empty_home(home):
    """Switches to a home without bookmarks, with the same theme."""
    theme = home.run("settings", "get", "theme").strip()
    home.environment["CLOUDY_HOME"] += "-new"
    home.run("settings", "set", "theme", theme)


def empty_library(home, _):
    """An empty library"""
    start_empty_home(home)
    screen = home.open(**home.size)
    screen.wait("q quit")
    return screen


def greeting(home, _):
    """The first minute: the bookmarks of browsers that were found on this machine"""
    for browser, count in [("chromium", 95), ("google-chrome", 312)]:
        pages = [{"type": "url", "name": f"Page {number}", "url": f"https://{number}.example/"}
                 for number in range(count)]
        folder = f"{home.folder}/.config/{browser}/Default"
        os.makedirs(folder)
        with open(folder + "/Bookmarks", "w", encoding="utf-8") as file:
            json.dump({"roots": {"bookmark_bar": {"type": "folder", "children": pages}}}, file)
    start_empty_home(home)
    screen = home.open(**home.size)
    screen.wait("Import Chrome, 312 bookmarks", "Import Chromium, 95 bookmarks", "Import both")
    return screen


def tour(_, screen):
    """A tour of two terminals, and of a server"""
    screen.press("W")
    screen.wait("Tour", "Two terminals")


def columns(_, screen):
    """Choosing and ordering the columns"""
    screen.press(",")
    screen.wait("Settings", "theme")
    screen.type("/columns")
    screen.press("Enter")
    screen.wait("> columns")
    screen.press("Enter")
    screen.wait("any width", "J right")


def versions(home, screen):
    """The versions of a document"""
    identifier = saved_page(home)
    home.run("sync", "--device", "phone")
    with open(home.folder + "/page.html", "a", encoding="utf-8") as file:
        file.write("<p>Stories can be hidden.</p>\n")
    home.run("save", identifier, "--file", home.folder + "/page.html", "--device", "phone")
    screen.press("g", "f")
    screen.wait("Documents", "About Lob")
    screen.press("V")
    screen.wait("Versions", "phone", "laptop")


def join(home, _):
    """A device with its own bookmarks, before it joins"""
    path = home.folder + "/links.txt"
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"https://{number}.example.org/\n" for number in range(1, 13))
    home.environment["CLOUDY_DEVICE"] = "desk"
    home.run("import", path, "--offline")
    screen = home.open(**home.size)
    screen.wait("12 bookmarks of its own")
    screen.press("R")
    screen.wait("Join them?")
    return screen


def no_matches(_, screen):
    """A filter that finds nothing"""
    screen.type("/tag:swiftt")
    screen.wait("0 of")


def sort_menu(_, screen):
    """The menu of orders"""
    screen.press("s")
    screen.wait("Sort:", "(n)ame")


def bulk_menu(_, screen):
    """Choosing what to change in marked bookmarks"""
    screen.press("Space", "Space", "e")
    screen.wait("2 marked", "(")


def tag_completion(_, screen):
    """Completing a tag in the form"""
    screen.press("g", "e", "Tab", "Tab")
    screen.type(" d")
    screen.press("C-n")
    screen.wait("docs")


def query_mistake(_, screen):
    """A filter with a mistake"""
    screen.type("/after:yesterdya")
    screen.wait("yesterdya", "mistake")


def letters(_, screen):
    """A filter that matches letters, because no word matches"""
    screen.type("/sqlt")
    screen.wait("/sqlt", "SQLite")


def sidebar(home, screen):
    """The sidebar: folders, tags and saved searches"""
    home.run("searches", "save", "to-read", "tag:reading")
    if "Library" not in screen.capture():
        screen.press("[")
    screen.wait("All", "Unread")
    screen.press("BTab", "j")
    screen.wait("/is:unread")


def folders(_, screen):
    """The folders of all bookmarks"""
    screen.press("t", "Tab")
    screen.wait("Folders")


def searches(home, screen):
    """The saved searches"""
    home.run("searches", "save", "to-read", "tag:reading")
    home.run("searches", "save", "this-week", "after:7d")
    screen.press("t", "Tab", "Tab")
    screen.wait("to-read", "this-week")


def setting_values(_, screen):
    """The values of a setting, each shown while it is selected"""
    screen.press(",")
    screen.wait("Settings", "theme")
    screen.type("/theme")
    screen.press("Enter")
    screen.wait("> theme")
    screen.press("Enter")
    screen.wait("gruvbox")


def changes(home, screen):
    """The changes of a version"""
    versions(home, screen)
    screen.press("Enter")
    screen.wait("From version 1 to 2", "Stories can be hidden")


def document_conflict(home, screen):
    """A note that two devices changed in the same line"""
    identifier = home.run("list", "Lobsters").split("\t")[0]
    home.run("note", identifier, "-", text="Ask Ada for an invitation.\n")
    home.run("sync", "--device", "phone")
    home.run("note", identifier, "-", "--offline", "--device", "phone",
             text="Ask Grace for an invitation.\n")
    home.run("note", identifier, "-", text="Ask Ada, in May, for an invitation.\n")
    home.run("sync", "--device", "phone")
    screen.wait("≠")
    screen.press("g", "f")
    screen.wait("Documents", "conflict")


# Scenes that only the gallery shows.
GALLERY = {"reader": reader, "documents": documents, "tokens": tokens, "transfers": transfers,
           "remote-change": remote_change, "tags": tags, "palette": palette, "messages": messages,
           "held": held_deletions, "empty": empty_library,
           "greeting": greeting, "tour": tour, "columns": columns, "versions": versions,
           "join": join, "nothing": no_matches, "sort": sort_menu, "bulk": bulk_menu,
           "completion": tag_completion, "mistake": query_mistake, "letters": letters,
           "sidebar": sidebar, "folders": folders, "searches": searches, "values": setting_values,
           "changes": changes, "conflict": document_conflict}
