/// The style sheet of all pages: for narrow and wide windows, light and dark.
enum PageStyle {
    static let text = """
        :root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --dim: #57606a;
          --line: #d0d7de; --link: #0550ae; --button: #f3f4f6; --note: #ddf4ff; --bad: #a40e26; }
        @media (prefers-color-scheme: dark) { :root { --paper: #14171c; --ink: #e6e9ed;
          --dim: #9aa4af; --line: #3a424c; --link: #79b8ff; --button: #232932; --note: #13304a;
          --bad: #ff8f88; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
        header, main { max-width: 56rem; margin: 0 auto; padding: .75rem 1rem; }
        header { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline;
          border-bottom: 1px solid var(--line); }
        nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
        .brand { font-weight: 700; }
        h1 { font-size: 1.4rem; margin: .5rem 0 1rem; }
        h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
        a { color: var(--link); }
        a:focus-visible, button:focus-visible, input:focus-visible, textarea:focus-visible,
        summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
        .skip { position: absolute; left: -100rem; }
        .skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .25rem .5rem; }
        .message { background: var(--note); padding: .5rem .75rem; border-radius: .4rem;
          margin: 0 0 1rem; }
        .message form { display: inline; margin-left: .5rem; }
        .bad { color: var(--bad); font-weight: 600; }
        form.fields { display: grid; gap: .85rem; max-width: 40rem; }
        label { display: grid; gap: .25rem; font-weight: 600; }
        label.check { display: flex; gap: .5rem; align-items: center; font-weight: 400; }
        input, textarea, button { font: inherit; color: inherit; }
        input[type=text], input[type=url], input[type=search], input[type=password], textarea {
          width: 100%; padding: .5rem .6rem; border: 1px solid var(--dim); border-radius: .4rem;
          background: var(--paper); min-height: 2.75rem; font-weight: 400; }
        textarea { min-height: 7rem; }
        textarea[name=description] { min-height: 4.5rem; }
        ::placeholder { color: var(--dim); opacity: 1; }
        input[type=checkbox], input[type=radio] { width: 1.25rem; height: 1.25rem; flex: none; }
        fieldset { display: grid; gap: .5rem; border: 1px solid var(--dim); border-radius: .4rem; }
        legend { font-weight: 600; }
        .text { white-space: pre-wrap; }
        button { padding: .5rem 1rem; border: 1px solid var(--dim); border-radius: .4rem;
          background: var(--button); min-height: 2.75rem; cursor: pointer; }
        button.quiet { border-color: transparent; background: none; color: var(--link);
          padding: .25rem .5rem; min-height: 2rem; text-decoration: underline; }
        .search { display: flex; gap: .5rem; }
        .search input { flex: 1; }
        ul.bookmarks { list-style: none; padding: 0; margin: 1rem 0; }
        ul.bookmarks > li { padding: .6rem 0; border-top: 1px solid var(--line); }
        ul.bookmarks .name { font-weight: 600; }
        .facts, .hint { color: var(--dim); font-size: .9rem; }
        .facts a { margin-right: .4rem; }
        .actions { display: flex; flex-wrap: wrap; gap: .25rem; align-items: center; }
        li > .actions { margin-left: -.5rem; }
        .actions a { padding: .25rem .5rem; }
        .labels { display: flex; flex-wrap: wrap; gap: .4rem 1rem; padding: 0; list-style: none; }
        .handle { display: inline-block; padding: .5rem 1rem; border: 2px dashed var(--dim);
          border-radius: .4rem; background: var(--button); font-weight: 600; }
        .pages { display: flex; gap: 1rem; }
        """
}
