// Looks at a page of treering report from within, in a browser, and hands what it saw to the page
// around it. Pressed keys and the pointer are events like those of a person.
'use strict';
(function () {
  function key(element, name) {
    element.dispatchEvent(new KeyboardEvent('keydown', {key: name, bubbles: true, cancelable: true}));
  }

  function shown(chart) {
    return {
      bytes: Number(chart.querySelector('.at').dataset.bytes),
      lines: Array.from(chart.querySelectorAll('.legend li'), function (entry) {
        const text = function (name) { return entry.querySelector('.' + name).textContent; };
        return {source: entry.dataset.source, kind: entry.dataset.kind, value: text('value'), note: text('note')};
      })
    };
  }

  // Every size, from the first to the last, with the place of its crosshair.
  function walk(chart, live) {
    const rows = [];
    key(live, 'Home');
    for (;;) {
      const row = shown(chart);
      if (rows.length > 0 && rows[rows.length - 1].bytes === row.bytes) return rows;
      row.x = parseFloat(chart.querySelector('.crosshair').style.left);
      rows.push(row);
      key(live, 'ArrowRight');
    }
  }

  function point(live, x) {
    const canvases = live.querySelectorAll('canvas');
    const area = live.getBoundingClientRect();
    canvases[canvases.length - 1].dispatchEvent(new MouseEvent('mousemove', {
      clientX: area.left + x, clientY: area.top + area.height / 2, bubbles: true
    }));
  }

  function look(chart) {
    const live = chart.querySelector('.live');
    const seen = {id: chart.id, is_live: live !== null, is_still_shown: getComputedStyle(chart.querySelector('.still')).display !== 'none'};
    if (!live) return seen;
    seen.y_labels = Array.from(live.querySelectorAll('.dygraph-axis-label-y'), function (label) {
      return {text: label.textContent, lines: Math.round(label.scrollHeight / parseFloat(getComputedStyle(label).lineHeight))};
    });
    seen.x_labels = Array.from(live.querySelectorAll('.dygraph-axis-label-x'), function (label) { return label.textContent; });
    seen.rows = walk(chart, live);
    key(live, 'Home');
    const middle = seen.rows[Math.floor(seen.rows.length / 2)];
    point(live, middle.x);
    seen.pointed = {wanted: middle.bytes, shown: shown(chart).bytes};
    seen.others = Array.from(document.querySelectorAll('figure.chart')).filter(function (other) {
      return other !== chart && other.dataset.part === chart.dataset.part;
    }).map(function (other) { return shown(other).bytes; });
    return seen;
  }

  // What is wider than the page, by the rules for paper.
  function tooWideOnPaper() {
    const rules = Array.from(document.styleSheets).flatMap(function (sheet) {
      return Array.from(sheet.cssRules);
    }).filter(function (rule) { return rule instanceof CSSMediaRule && rule.media.mediaText === 'print'; });
    const paper = document.createElement('style');
    paper.textContent = rules.flatMap(function (rule) {
      return Array.from(rule.cssRules, function (one) { return one.cssText; });
    }).join('\n');
    document.head.append(paper);
    document.querySelectorAll('details').forEach(function (one) { one.open = true; });
    const wide = Array.from(document.querySelectorAll('main *')).filter(function (element) {
      return !element.closest('svg svg, svg *, .unseen') && element.getBoundingClientRect().right > innerWidth + 1;
    }).map(function (element) {
      return element.tagName + ' ' + element.className + ' ' + Math.round(element.getBoundingClientRect().right);
    });
    document.querySelectorAll('details').forEach(function (one) { one.open = false; });
    paper.remove();
    return wide;
  }

  // Tables, with those on request, that are wider than the room that they have.
  function wideTables() {
    const details = Array.from(document.querySelectorAll('details'));
    details.forEach(function (one) { one.open = true; });
    const wide = Array.from(document.querySelectorAll('.scroll')).filter(function (room) {
      return room.querySelector('table') && room.scrollWidth > room.clientWidth + 1;
    }).map(function (room) { return room.getAttribute('aria-label'); });
    details.forEach(function (one) { one.open = false; });
    return wide;
  }

  function bottomOf(selector) {
    const element = document.querySelector(selector);
    return element ? Math.round(element.getBoundingClientRect().bottom + scrollY) : null;
  }

  // Letters of pictures as they are on the screen, in pixels.
  function leastLetters() {
    const sizes = Array.from(document.querySelectorAll('svg text')).map(function (text) {
      const svg = text.ownerSVGElement;
      const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      return parseFloat(getComputedStyle(text).fontSize) * scale;
    }).filter(function (size) { return size > 0; });  // others are not shown
    return Math.min.apply(null, sizes);
  }

  // Before anything is pointed at.
  const numberBottom = bottomOf('.figures');
  const smallChartBottom = bottomOf('.summary .chart-svg');

  // Walking one chart moves the others of its collective.
  const opened = Array.from(document.querySelectorAll('figure.chart .at'), function (at) {
    return Number(at.dataset.bytes);
  });
  const charts = Array.from(document.querySelectorAll('figure.chart'), look);
  const theme = document.getElementById('theme');
  const papers = ['light', 'dark'].map(function (name) {
    theme.value = name;
    theme.dispatchEvent(new Event('change'));
    return getComputedStyle(document.body.parentElement).backgroundColor;
  });
  parent.postMessage(JSON.stringify({
    errors: window.lookErrors,
    width: innerWidth,
    scroll_width: document.documentElement.scrollWidth,
    papers: papers,
    too_wide_on_paper: tooWideOnPaper(),
    least_letters: leastLetters(),
    wide_tables: wideTables(),
    number_bottom: numberBottom,
    small_chart_bottom: smallChartBottom,
    tables: document.querySelectorAll('table').length,
    headings: Array.from(document.querySelectorAll('h2'), function (one) { return one.textContent; }),
    is_hostile_run: window.hostile !== undefined,
    opened: opened,
    charts: charts
  }), '*');
})();
