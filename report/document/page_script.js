// Makes the page's charts ones that can be pointed at, and its theme one that can be chosen. All
// figures come from the page's data, which is the JSON of the report; what they say is in the page
// without this script, too.
'use strict';
(function () {
  const root = document.documentElement;

  function make(name, className, text) {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  }

  function colour(name) {
    return getComputedStyle(root).getPropertyValue(name).trim();
  }

  // --- theme -------------------------------------------------------------------------------------

  const theme = document.getElementById('theme');
  theme.parentElement.hidden = false;
  theme.addEventListener('change', function () {
    if (theme.value) root.dataset.theme = theme.value;
    else delete root.dataset.theme;
    charts.forEach(function (chart) { chart.draw(); });
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', function () {
    charts.forEach(function (chart) { chart.draw(); });
  });

  // --- copying -----------------------------------------------------------------------------------

  document.querySelectorAll('.code').forEach(function (code) {
    if (!navigator.clipboard) return;
    const button = make('button', '', 'Copy');
    button.type = 'button';
    button.addEventListener('click', function () {
      navigator.clipboard.writeText(code.querySelector('pre').textContent).then(function () {
        button.textContent = 'Copied';
      });
    });
    code.append(button);
  });

  // --- charts ------------------------------------------------------------------------------------

  const charts = [];

  // "collectives/0" or "curves/2" within `value`.
  function found(value, path) {
    return path.split('/').reduce(function (part, name) { return part[name]; }, value);
  }

  // "4 KiB" for 4096, "1.5 MiB": as in the texts of the page.
  function size(bytes) {
    const units = [' B', ' KiB', ' MiB', ' GiB'];
    let unit = 0;
    while (unit < 3 && bytes >= 1024) {
      bytes /= 1024;
      ++unit;
    }
    return +bytes.toFixed(2) + units[unit];
  }

  function sizeTicks(low, high, pixels) {
    const first = Math.ceil(Math.log2(low) - 1e-9);
    const last = Math.floor(Math.log2(high) + 1e-9);
    const most = Math.max(2, Math.floor(pixels / 70));
    const step = Math.max(1, Math.ceil((last - first + 1) / most));
    const ticks = [];
    for (let power = Math.max(0, first); power <= last; power += step) {
      ticks.push({v: Math.pow(2, power), label: size(Math.pow(2, power))});
    }
    return ticks;
  }

  // The largest unit that leaves no fraction of one.
  function unitOf(us) {
    return [[1e6, ' s'], [1e3, ' ms'], [1, ' us']].find(function (one) {
      return us >= one[0] * (1 - 1e-9);
    }) || [1e-3, ' ns'];
  }

  // "1 ms" for 1000.
  function time(us) {
    const unit = unitOf(us);
    return +(us / unit[0]).toPrecision(3) + unit[1];
  }

  // Round figures, by decades where there are many.
  function logTicks(low, high, text) {
    const first = Math.floor(Math.log10(low));
    const last = Math.ceil(Math.log10(high));
    const parts = last - first <= 2 ? [1, 2, 5] : [1];
    const ticks = [];
    for (let power = first; power <= last; ++power) {
      parts.forEach(function (part) {
        const value = part * Math.pow(10, power);
        if (value >= low && value <= high) ticks.push({v: value, label: text(value)});
      });
    }
    return ticks;
  }

  // The points of a line as the data has them, each with what it is at: value, low and high.
  function pointsOf(part, source, quantity) {
    const isTime = quantity === 'time';
    if (source === 'ceiling') {
      if (part.ceiling_GBps === null) return [];
      return part.best.map(function (point) {
        const us = point.time_us * point.busbw_GBps / part.ceiling_GBps;
        return {bytes: point.bytes, value: isTime ? us : part.ceiling_GBps, low: null, high: null, point: null};
      });
    }
    const line = found(part, source);
    return (line.points || line).map(function (point) {
      const has = point.low_us !== undefined && point.low_us !== null;
      const at = function (us) { return isTime ? us : point.busbw_GBps * point.time_us / us; };
      return {
        bytes: point.bytes,
        value: isTime ? point.time_us : point.busbw_GBps,
        low: has ? at(isTime ? point.low_us : point.high_us) : null,
        high: has ? at(isTime ? point.high_us : point.low_us) : null,
        point: point
      };
    }).filter(function (at) { return at.value > 0; });
  }

  function pair(point) {
    return point.algorithm ? point.algorithm + '/' + point.protocol : '';
  }

  function figure(value) {
    return String(value >= 1000 ? Math.round(value) : +value.toPrecision(3));
  }

  // "47.5 ms", "350 GB/s": as the axis has it.
  function valueText(value, quantity) {
    return quantity === 'time' ? time(value) : figure(value) + ' GB/s';
  }

  // "41.6 to 55.8 ms", "298 to 400 GB/s".
  function rangeText(low, high, quantity) {
    const unit = quantity === 'time' ? unitOf(high) : [1, ' GB/s'];
    return figure(low / unit[0]) + ' to ' + figure(high / unit[0]) + unit[1];
  }

  // What was expected of a measured point, in the unit of its chart.
  function expectedNote(point, quantity) {
    const isTime = quantity === 'time';
    const at = function (us) { return isTime ? us : point.busbw_GBps * point.time_us / us; };
    const low = at(isTime ? point.expected_low_us : point.expected_high_us);
    const high = at(isTime ? point.expected_high_us : point.expected_low_us);
    return 'expected ' + valueText(at(point.expected_us), quantity) + ' (' + rangeText(low, high, quantity) + ')' + (point.place === 'inside' ? '' : ', ' + point.place);
  }

  function noteOf(kind, at, quantity) {
    const point = at.point;
    if (!point) return '';
    if (kind === 'candidate') return [point.protocol || '', point.nccl_default ? "NCCL's choice" : '', point.best ? 'the fastest' : ''].filter(Boolean).join(', ');
    if (kind === 'usual' || kind === 'fastest') return pair(point);
    if (kind !== 'measured') return '';
    if (point.launches !== undefined && point.expected_us === undefined) {
      return point.launches === 1 ? '1 launch' : point.launches + ' launches';
    }
    return expectedNote(point, quantity);
  }

  // Circle, square, diamond, triangle: full, or with what stands in them.
  function marker(context, variant, x, y) {
    context.beginPath();
    if (variant % 4 === 1) context.rect(x - 4.5, y - 4.5, 9, 9);
    else if (variant % 4 === 2) { context.moveTo(x, y - 6); context.lineTo(x + 6, y); context.lineTo(x, y + 6); context.lineTo(x - 6, y); context.closePath(); }
    else if (variant % 4 === 3) { context.moveTo(x, y - 6); context.lineTo(x + 5.5, y + 4); context.lineTo(x - 5.5, y + 4); context.closePath(); }
    else context.arc(x, y, 5, 0, 2 * Math.PI);
  }

  // A dot, a lying bar, an upright one.
  function inside(context, filling, x, y) {
    const half = [[0.05, 0], [2.5, 0], [0, 2.5]][filling - 1];
    context.beginPath();
    context.moveTo(x - half[0], y - half[1]);
    context.lineTo(x + half[0], y + half[1]);
    context.lineWidth = 2.5;
    context.lineCap = 'round';
    context.stroke();
  }

  function drawMeasured(line) {
    return function (e) {
      const context = e.drawingContext;
      const ground = e.plotArea;
      const y = function (value) { return e.dygraph.toDomYCoord(value); };
      context.save();
      e.points.forEach(function (point) {
        const at = line.byBytes.get(point.xval);
        if (!at) return;
        context.strokeStyle = e.color;
        context.lineWidth = 1.5;
        if (at.low !== null) {
          context.beginPath();
          context.moveTo(point.canvasx, y(at.low));
          context.lineTo(point.canvasx, y(at.high));
          [at.low, at.high].forEach(function (end) {
            context.moveTo(point.canvasx - 3, y(end));
            context.lineTo(point.canvasx + 3, y(end));
          });
          context.stroke();
        }
        const filling = Math.floor(line.variant / 4) % 4;
        marker(context, line.variant, point.canvasx, point.canvasy);
        context.fillStyle = filling ? colour('--paper') : e.color;
        context.fill();
        context.strokeStyle = filling ? e.color : colour('--paper');
        context.lineWidth = filling ? 1.5 : 1;
        context.stroke();
        if (filling) inside(context, filling, point.canvasx, point.canvasy);
      });
      context.restore();
    };
  }

  function drawUsual(e) {
    const context = e.drawingContext;
    context.save();
    context.strokeStyle = e.color;
    context.lineWidth = 1.5;
    e.points.forEach(function (point) {
      if (isNaN(point.canvasy)) return;
      marker(context, 0, point.canvasx, point.canvasy);
      context.stroke();
    });
    context.restore();
  }

  // A line that leaves the chart where its values do.
  function drawCut(line, pattern) {
    return function (e) {
      const context = e.drawingContext;
      context.save();
      context.strokeStyle = e.color;
      context.lineWidth = e.strokeWidth;
      context.setLineDash(pattern || []);
      context.beginPath();
      e.points.forEach(function (point) {
        const at = line.byBytes.get(point.xval);
        if (at) context.lineTo(point.canvasx, e.dygraph.toDomYCoord(at.value));
      });
      context.stroke();
      context.restore();
    };
  }

  const dashes = [null, [7, 4], [2, 3], [9, 3, 2, 3]];

  function Chart(figureElement, data) {
    const self = this;
    this.element = figureElement;
    this.quantity = figureElement.dataset.quantity;
    this.part = figureElement.dataset.part;
    const part = found(data, this.part);
    this.isLog = this.quantity === 'time';
    this.lines = Array.from(figureElement.querySelectorAll('.legend li'), function (entry) {
      const line = {
        entry: entry,
        kind: entry.dataset.kind,
        name: entry.querySelector('.name').textContent,
        colour: {'-1': '--ink', '-2': '--accent'}[entry.dataset.colour] || '--s' + (entry.dataset.colour % 8),
        variant: Number(entry.dataset.variant),
        isOn: true,
        // Times of wires go down to nanoseconds.
        isCut: self.isLog && (entry.dataset.kind === 'bound' || entry.dataset.kind === 'ceiling'),
        points: pointsOf(part, entry.dataset.source, self.quantity)
      };
      line.byBytes = new Map(line.points.map(function (at) { return [at.bytes, at]; }));
      return line;
    });
    this.marks = Array.from(figureElement.querySelectorAll('data.mark'), function (mark) {
      return {bytes: Number(mark.value), text: mark.textContent};
    });
    this.sizes = Array.from(new Set(this.lines.flatMap(function (line) {
      return line.points.map(function (at) { return at.bytes; });
    }))).sort(function (a, b) { return a - b; });
    this.row = this.firstRow();
    this.build();
    this.draw();
  }

  // The largest size at which some line is drawn; measured points may go farther.
  Chart.prototype.firstRow = function () {
    const isDrawnAt = function (bytes) {
      return function (line) { return line.kind === 'candidate' && line.byBytes.has(bytes); };
    };
    let row = this.sizes.length - 1;
    while (row > 0 && !this.lines.some(isDrawnAt(this.sizes[row]))) --row;
    return row;
  };

  Chart.prototype.build = function () {
    const self = this;
    this.element.classList.add('is-live');
    this.live = make('div', 'live');
    this.live.tabIndex = 0;
    this.live.setAttribute('role', 'group');
    this.live.setAttribute('aria-label', this.element.querySelector('h3').textContent + '. Left and right arrow keys go from size to size.');
    this.plot = make('div');
    this.plot.style.width = this.plot.style.height = '100%';
    this.crosshair = make('div', 'crosshair');
    this.live.append(this.plot, this.crosshair);
    const tools = make('div', 'tools');
    this.at = make('span', 'at');
    tools.append(this.at);
    if (this.quantity === 'busbw') {
      const label = make('label');
      const box = make('input');
      box.type = 'checkbox';
      box.addEventListener('change', function () { self.isLog = box.checked; self.draw(); });
      label.append(box, ' logarithmic');
      tools.append(label);
    }
    tools.append(make('span', '', 'Drag to magnify, double click to see all; arrow keys go from size to size.'));
    this.live.addEventListener('keydown', function (event) { self.key(event); });
    const legend = this.element.querySelector('.legend');
    legend.before(this.live, tools);
    this.said = make('p', 'unseen');
    this.said.setAttribute('aria-live', 'polite');
    this.element.append(this.said);
    this.lines.forEach(function (line) {
      const box = make('input');
      box.type = 'checkbox';
      box.checked = true;
      box.setAttribute('aria-label', 'Show ' + line.name);
      box.addEventListener('change', function () {
        line.isOn = box.checked;
        line.entry.querySelector('.name').classList.toggle('is-off', !box.checked);
        self.graph.setVisibility(self.lines.indexOf(line), box.checked);
      });
      line.entry.prepend(box);
      line.value = make('span', 'value');
      line.within = make('span', 'within');
      line.note = make('span', 'note');
      const detail = make('span', 'detail');
      detail.append(line.within, ' ', line.note);
      line.entry.append(line.value, detail);
    });
  };

  // Values beyond the range stand at its ends: dygraphs warns of others. drawCut() draws them where
  // they are.
  Chart.prototype.rows = function (range) {
    const lines = this.lines;
    return this.sizes.map(function (bytes) {
      return [bytes].concat(lines.map(function (line) {
        const at = line.byBytes.get(bytes);
        if (!at) return [null, null, null];
        if (line.isCut) {
          const end = Math.min(range[1], Math.max(range[0], at.value));
          return [end, end, end];
        }
        // A band is drawn of predictions alone; measured points have bars.
        const hasBand = line.kind === 'candidate' && at.low !== null;
        return hasBand ? [at.low, at.value, at.high] : [at.value, at.value, at.value];
      }));
    });
  };

  // From the least to the greatest value of the lines that are not cut, with bars and bands.
  Chart.prototype.range = function () {
    let low = Infinity;
    let high = 0;
    this.lines.forEach(function (line) {
      if (line.isCut) return;
      line.points.forEach(function (at) {
        const isWide = (line.kind === 'measured' || line.kind === 'candidate') && at.low !== null;
        low = Math.min(low, isWide ? at.low : at.value);
        high = Math.max(high, isWide ? at.high : at.value);
      });
    });
    return this.isLog ? [low / 1.3, high * 1.3] : [0, high * 1.05];
  };

  Chart.prototype.series = function () {
    const series = {};
    this.lines.forEach(function (line, index) {
      const one = {color: colour(line.colour), strokeWidth: 2, fillAlpha: 0.1};
      if (line.kind === 'candidate') one.strokePattern = dashes[line.variant % 4];
      if (line.kind === 'ceiling') one.strokePattern = [10, 3, 2, 3];
      if (line.kind === 'fastest') { one.color = colour('--accent'); one.strokeWidth = 9; one.strokeAlpha = 0.28; one.plotter = drawWide; }
      if (line.kind === 'usual') one.plotter = drawUsual;
      if (line.isCut) one.plotter = drawCut(line, one.strokePattern);
      if (line.kind === 'measured') one.plotter = drawMeasured(line);
      series['line ' + index] = one;
    });
    return series;
  };

  function drawWide(e) {
    e.drawingContext.save();
    e.drawingContext.globalAlpha = 0.28;
    Dygraph.Plotters.linePlotter(e);
    e.drawingContext.restore();
  }

  Chart.prototype.draw = function () {
    const self = this;
    // A little beyond the ends, so that points there are whole.
    const all = [this.sizes[0] / 1.15, this.sizes[this.sizes.length - 1] * 1.15];
    const shown = this.graph ? this.graph.xAxisRange() : all;
    if (this.graph) this.graph.destroy();
    this.graph = null;  // until the new one is whole
    const series = this.series();
    const isTime = this.quantity === 'time';
    const range = this.range();
    this.graph = new Dygraph(this.plot, this.rows(range), {
      labels: ['size'].concat(Object.keys(series)),
      series: series,
      customBars: true,
      connectSeparatedPoints: true,
      logscale: this.isLog,
      legend: 'never',
      visibility: this.lines.map(function (line) { return line.isOn; }),
      valueRange: range,
      dateWindow: shown,
      highlightCircleSize: 0,
      xlabel: 'size',
      ylabel: this.quantity === 'time' ? 'time' : 'busbw (GB/s)',
      gridLineColor: colour('--grid'),
      axisLineColor: colour('--faint'),
      axes: {
        x: {logscale: true, axisLabelWidth: 64, ticker: function (a, b, pixels) { return sizeTicks(a, b, pixels); }},
        y: this.isLog ? {axisLabelWidth: 56, ticker: function (a, b) { return logTicks(a, b, isTime ? time : figure); }} : {axisLabelWidth: 56, axisLabelFormatter: figure}
      },
      underlayCallback: function (context, area, graph) { self.mark(context, area, graph); },
      highlightCallback: function (event, x, points, row) { self.choose(row); },
      drawCallback: function () { self.place(); },
      interactionModel: Object.assign({}, Dygraph.defaultInteractionModel, {
        dblclick: function (event, graph) {
          graph.resetZoom();
          graph.updateOptions({dateWindow: all, valueRange: self.range()});
        }
      })
    });
    this.choose(this.row);
  };

  // dygraphs' own toDomXCoord() takes a logarithmic axis for a linear one.
  function across(graph, bytes) {
    const area = graph.getArea();
    return area.x + graph.toPercentXCoord(bytes) * area.w;
  }

  // Where another candidate becomes the fastest; texts that would lie on others are left out.
  Chart.prototype.mark = function (context, area, graph) {
    let free = area.x;
    context.save();
    context.strokeStyle = context.fillStyle = colour('--faint');
    context.font = '12px system-ui, sans-serif';
    this.marks.forEach(function (mark) {
      const x = across(graph, mark.bytes);
      if (x < area.x || x > area.x + area.w) return;
      context.setLineDash([5, 4]);
      context.beginPath();
      context.moveTo(x, area.y);
      context.lineTo(x, area.y + area.h);
      context.stroke();
      const width = context.measureText(mark.text).width;
      if (x + 4 < free || x + 4 + width > area.x + area.w) return;
      context.fillText(mark.text, x + 4, area.y + 12);
      free = x + 8 + width;
    });
    context.restore();
  };

  Chart.prototype.place = function () {
    if (!this.graph) return;
    const x = across(this.graph, this.sizes[this.row]);
    const area = this.graph.getArea();
    this.crosshair.hidden = x < area.x - 1 || x > area.x + area.w + 1;
    this.crosshair.style.left = x + 'px';
    this.crosshair.style.height = area.y + area.h + 'px';
  };

  // All charts of a part show the same size.
  Chart.prototype.choose = function (row) {
    const part = this.part;
    const bytes = this.sizes[row];
    charts.concat(charts.indexOf(this) < 0 ? [this] : []).forEach(function (chart) {
      const there = chart.part === part ? chart.sizes.indexOf(bytes) : -1;
      if (there >= 0) chart.show(there);
    });
  };

  Chart.prototype.show = function (row) {
    this.row = row;
    const bytes = this.sizes[row];
    const quantity = this.quantity;
    this.at.textContent = 'At ' + size(bytes) + ':';
    this.at.dataset.bytes = bytes;
    this.lines.forEach(function (line) {
      const at = line.byBytes.get(bytes);
      line.value.textContent = at ? valueText(at.value, quantity) : '-';
      line.within.textContent = at && at.low !== null ? (line.kind === 'measured' ? 'scatter ' : '80 %: ') + rangeText(at.low, at.high, quantity) : '';
      line.note.textContent = at ? noteOf(line.kind, at, quantity) : '';
    });
    this.place();
  };

  Chart.prototype.say = function () {
    this.said.textContent = this.at.textContent + ' ' + this.lines.map(function (line) {
      return line.value.textContent === '-' ? '' : line.name + ' ' + line.value.textContent;
    }).filter(Boolean).join(', ');
  };

  Chart.prototype.key = function (event) {
    const last = this.sizes.length - 1;
    const rows = {ArrowLeft: this.row - 1, ArrowRight: this.row + 1, Home: 0, End: last};
    if (!(event.key in rows)) return;
    event.preventDefault();
    this.choose(Math.min(last, Math.max(0, rows[event.key])));
    this.say();
  };

  const text = document.getElementById('data');
  if (!text || typeof Dygraph === 'undefined') return;
  const data = JSON.parse(text.textContent);
  document.querySelectorAll('figure.chart').forEach(function (element) {
    charts.push(new Chart(element, data));
  });
})();
