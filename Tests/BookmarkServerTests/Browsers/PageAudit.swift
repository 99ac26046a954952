import BookmarkServer
import RealBrowsers

/// Finds faults in a page as a browser shows it, with scripts that run in the page.
enum PageAudit {
    /// The faults of a page: texts that are hard to read, fields without a label, and elements that
    /// are wider than the window.
    static func faults(in browser: Browser) async throws -> [String] {
        try await browser.run(colors + faults).strings
    }

    /// The faults that show as the Tab key moves the focus through a page, from its start to its
    /// end.
    static func faultsOfFocus(in browser: Browser) async throws -> [String] {
        let count = try await browser.run(
            "window.focusable = [...document.querySelectorAll("
                + "'a[href], button, input:not([type=hidden]), textarea')];"
                + "return window.focusable.length")
        guard case .integer(let count) = count else { return ["nothing takes the focus"] }
        var found: [String] = []
        for index in 0..<count {
            try await browser.press("\u{E004}")
            found += try await browser.run(colors + focus, .integer(index)).strings
        }
        return found + (try await browser.run(order).strings)
    }

    private static let colors = """
        const parse = text => {
          const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
          const scale = text.startsWith('color(') ? 255 : 1;
          return {r: r * scale, g: g * scale, b: b * scale, a};
        };
        const over = (one, other) => ({
          r: one.r * one.a + other.r * (1 - one.a), g: one.g * one.a + other.g * (1 - one.a),
          b: one.b * one.a + other.b * (1 - one.a), a: 1});
        const ground = element => {
          const layers = [];
          for (let e = element; e; e = e.parentElement) {
            layers.push(parse(getComputedStyle(e).backgroundColor));
          }
          return layers.reduceRight((under, layer) => over(layer, under),
            {r: 255, g: 255, b: 255, a: 1});
        };
        const light = ({r, g, b}) => [r, g, b].map(c => c / 255).map(
          c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4
        ).reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
        const contrast = (color, element) => {
          const under = ground(element);
          const [low, high] = [light(over(parse(color), under)), light(under)].sort(
            (a, b) => a - b);
          return (high + .05) / (low + .05);
        };
        const named = e => e.tagName + ' ' + (e.name || e.textContent.trim().slice(0, 40));
        const found = [];

        """

    private static let faults = """
        const root = document.documentElement;
        if (root.scrollWidth > innerWidth) {
          found.push(`${root.scrollWidth} wide in a window of ${innerWidth}`);
        }
        for (const e of document.querySelectorAll('body *')) {
          const box = e.getBoundingClientRect();
          if (box.right > innerWidth + 1 && box.width) found.push('sticks out: ' + named(e));
        }
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        let seen = 0;
        while (texts.nextNode()) {
          const e = texts.currentNode.parentElement;
          if (!texts.currentNode.data.trim() || !e.checkVisibility()) continue;
          seen++;
          const ratio = contrast(getComputedStyle(e).color, e);
          if (ratio < 4.5) found.push(`contrast ${ratio.toFixed(2)}: ${named(e)}`);
        }
        if (!seen) found.push('no text');
        for (const e of document.querySelectorAll('input:not([type=hidden]), textarea')) {
          if (!e.labels.length && !e.ariaLabel) found.push('no label: ' + named(e));
          const ratio = contrast(getComputedStyle(e).color, e);
          if (ratio < 4.5) found.push(`contrast ${ratio.toFixed(2)}: ${named(e)}`);
          const line = contrast(getComputedStyle(e).borderTopColor, e.parentElement);
          if (e.type != 'checkbox' && line < 3) found.push('hardly a border: ' + named(e));
          if (e.placeholder) {
            const style = getComputedStyle(e, '::placeholder');
            const shown = contrast(style.color, e);
            if (shown < 4.5 || style.opacity < 1) found.push(`placeholder ${shown.toFixed(2)}`);
          }
        }
        for (const e of document.querySelectorAll('a, button')) {
          if (!e.textContent.trim() && !e.ariaLabel) found.push('no name: ' + e.outerHTML);
          // The words that are seen are a part of what is heard.
          if (e.ariaLabel && !e.ariaLabel.includes(e.textContent.trim())) {
            found.push('heard as other words: ' + e.outerHTML);
          }
        }
        for (const e of document.querySelectorAll('button, input:not([type=hidden]), nav a')) {
          const box = e.getBoundingClientRect();
          if (box.height < 20 || box.width < 20) found.push('too small: ' + named(e));
        }
        const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
        if (new Set(ids).size < ids.length) found.push('an id twice');
        if (document.querySelectorAll('h1').length != 1) found.push('not one heading');
        if (!root.lang || !document.title) found.push('no language or title');
        if (document.querySelector('script, main img, main b, main iframe')) found.push('markup');
        return found;
        """

    private static let focus = """
        const e = document.activeElement, wanted = window.focusable[arguments[0]];
        if (e != wanted) {
          return [`${arguments[0]}: ${named(e)} has the focus instead of ${named(wanted)}`];
        }
        const style = getComputedStyle(e), box = e.getBoundingClientRect();
        if (style.outlineStyle == 'none' || parseFloat(style.outlineWidth) < 2) {
          found.push('no sign of the focus: ' + named(e));
        } else if (contrast(style.outlineColor, e.parentElement) < 3) {
          found.push('a faint sign of the focus: ' + named(e));
        }
        if (box.right <= 0 || box.bottom <= 0 || box.top >= innerHeight) {
          found.push('the focus is out of sight: ' + named(e));
        }
        return found;
        """

    private static let order = """
        const found = [], all = window.focusable.filter(e => !e.classList.contains('skip'));
        for (let i = 1; i < all.length; i++) {
          const [one, two] = [all[i - 1], all[i]].map(e => e.getClientRects());
          const [last, next] = [one[one.length - 1], two[0]];
          const isBelow = next.top >= last.bottom - 2;
          const isRight = next.left >= last.left && next.bottom > last.top;
          if (!isBelow && !isRight) found.push('not in the order of reading: ' + all[i].outerHTML);
        }
        return found;
        """
}
