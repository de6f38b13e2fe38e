// ---- The page: state, mouse, keys, search ----

function start(model) {
  const $ = id => document.getElementById(id);
  const canvas = $('ladder');
  const issues = findIssues(model);
  const drawing = new Drawing(canvas, model);
  drawing.issues = issues;
  const layouts = {event: layoutByEvent(model), scale: layoutToScale(model)};
  const panel = new Panel($('panel'), model, issues, placeMarks(model, layouts.event).notes, select);
  panel.onScreen = () => [...drawing.packetsShown()].sort((a, b) => model.packets.begin[a] - model.packets.begin[b]);
  const jumps = issues.findings.length > 0 ? issues.findings : issues.troubles;
  let asked = false, matches = [], match = -1, jumpAt = -1;

  function redraw() {
    if (asked)
      return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      drawing.draw();
    });
  }

  function least() {
    return Math.min(26, (drawing.height - HEADER - 2 * PAD) / Math.max(drawing.layout.length, 1e-9));
  }

  function most() {
    return drawing.layout.name === 'event' ? 80 : 400 / drawing.scaleEvent();
  }

  function clamp() {
    drawing.scale = Math.max(least(), Math.min(most(), drawing.scale));
    drawing.top = Math.max(0, Math.min(Math.max(0, drawing.layout.length - drawing.span), drawing.top));
  }

  function scrollTo(top) {
    drawing.top = top;
    clamp();
    redraw();
  }

  // Zooming by key or button keeps what is selected where it is.
  function anchor() {
    const at = drawing.selected >= 0 ? drawing.y(drawing.placed.from[drawing.selected]) : -1;
    return at >= HEADER && at <= drawing.height ? at : HEADER + PAD + (drawing.height - HEADER) / 3;
  }

  // A jump from far away goes near enough to read.
  function comeNear() {
    if (drawing.pitch < 12)
      drawing.scale *= 26 / drawing.pitch;
    clamp();
  }

  function zoom(factor, y) {
    const at = y === undefined ? anchor() : y;
    const pos = drawing.pos(at);
    drawing.scale = Math.max(least(), Math.min(most(), drawing.scale * factor));
    scrollTo(pos - (at - HEADER - PAD) / drawing.scale);
  }

  // Keeps the time at the top, and the density.
  function useLayout(name) {
    const time = drawing.layout ? drawing.layout.time(drawing.top) : 0;
    const packets = drawing.layout ? drawing.pitch : 26;
    drawing.useLayout(layouts[name]);
    drawing.scale = name === 'event' ? packets : packets / drawing.scaleEvent();
    $('by-event').setAttribute('aria-pressed', String(name === 'event'));
    $('to-scale').setAttribute('aria-pressed', String(name === 'scale'));
    scrollTo(drawing.layout.pos(time));
    if (drawing.selected >= 0)
      reveal(drawing.selected);
  }

  function reveal(i) {
    const from = drawing.placed.from[i];
    if (drawing.y(from) < HEADER + 20 || drawing.y(from) > drawing.height - 60)
      scrollTo(from - drawing.span / 3);
    redraw();
  }

  function tell(text) {
    $('live').textContent = text;
  }

  function markText(mark) {
    const m = model.marks;
    return (m.kind[mark] === FINDING ? model.texts[m.rule[mark]] + ': ' : '') + model.texts[m.text[mark]].replace(/\n/g, ', ');
  }

  function select(i, issue) {
    drawing.selected = i;
    panel.show(i);
    if (i >= 0) {
      reveal(i);
      const p = model.packets;
      tell(labelOf(model, i) + ', ' + (p.flags[i] & UPSTREAM ? 'upstream' : 'downstream') + ', ' + healthOf(model, i) + ', at ' +
        timeText(model, p.begin[i]) + ' microseconds' + (issue && issue.mark >= 0 ? '. ' + markText(issue.mark) : ''));
    } else if (issue) {
      scrollTo(drawing.layout.pos(issue.time) - drawing.span / 3);
      tell(markText(issue.mark) + ', at ' + timeText(model, issue.time) + ' microseconds');
    }
    redraw();
  }

  function step(by) {
    const {order, begins} = drawing.placed;
    if (order.length === 0)
      return;
    let k = drawing.selected >= 0 ? rankOf(drawing.selected) + by : Math.max(0, above(begins, drawing.top - 1e-9) - (by < 0 ? 1 : 0));
    k = Math.max(0, Math.min(order.length - 1, k));
    select(order[k]);
  }

  // The place of a packet in the order of time.
  function rankOf(i) {
    const {order, begins, from} = drawing.placed;
    let k = above(begins, from[i]) - 1;
    while (k > 0 && order[k] !== i)
      k--;
    return k;
  }

  // From the issue shown last, or from what is selected or on top.
  function jumpIssue(by) {
    if (jumps.length === 0)
      return;
    if (jumpAt < 0 && by < 0)
      jumpAt = jumps.length;
    jumpAt = (jumpAt + by + jumps.length) % jumps.length;
    $('issue-count').textContent = (jumpAt + 1) + '/' + jumps.length;
    comeNear();
    select(jumps[jumpAt].packet, jumps[jumpAt]);
  }

  // ---- Search ----

  function find(text) {
    const p = model.packets, wanted = text.trim().toLowerCase(), found = [];
    if (wanted === '')
      return found;
    if (/^#\d+$/.test(wanted)) {
      const i = issues.byNumber.get(Number(wanted.slice(1)));
      return i === undefined ? found : [i];
    }
    const seq = /^\d+$/.test(wanted) ? Number(wanted) : -1;
    const words = model.texts.map(word => word.toLowerCase().includes(wanted));
    const accused = new Set(issues.findings.filter(issue => words[model.marks.rule[issue.mark]] ||
      words[model.marks.text[issue.mark]]).map(issue => issue.packet));
    for (let i = 0; i < p.count; i++) {
      const hit = seq >= 0 ? (p.flags[i] & HAS_SEQ) !== 0 && p.seq[i] === seq
        : words[p.what[i]] || (p.fault[i] >= 0 && words[p.fault[i]]) || accused.has(i) || (isBad(p, i) && healthOf(model, i).toLowerCase().includes(wanted))
          || labelOf(model, i).toLowerCase() === wanted || (p.flags[i] & REPLAY && 'again replay'.includes(wanted));
      if (hit)
        found.push(i);
    }
    return found.sort((a, b) => p.begin[a] - p.begin[b]);
  }

  function search() {
    matches = find($('query').value);
    drawing.matches = new Set(matches.slice(0, 5000));
    match = -1;
    $('matches').textContent = $('query').value.trim() === '' ? '' : matches.length === 0 ? 'nothing' : matches.length + ' found';
    redraw();
  }

  function nextMatch(by) {
    if (matches.length === 0)
      return;
    match = match < 0 ? (by > 0 ? 0 : matches.length - 1) : (match + by + matches.length) % matches.length;
    $('matches').textContent = (match + 1) + ' of ' + matches.length;
    comeNear();
    select(matches[match]);
  }

  // ---- Mouse and touch ----

  const pointers = new Map();
  let moved = 0, pinch = 0;

  function place(event) {
    const box = canvas.getBoundingClientRect();
    return {x: event.clientX - box.left, y: event.clientY - box.top};
  }

  function overview(at) {
    const share = (at.y - HEADER - 6) / (drawing.height - HEADER - 12);
    scrollTo(share * drawing.layout.length - drawing.span / 2);
  }

  canvas.addEventListener('pointerdown', event => {
    const at = place(event);
    if (event.isTrusted)
      canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, {...at, inOverview: at.x > drawing.width - OVERVIEW});
    moved = 0;
    if (at.x > drawing.width - OVERVIEW)
      overview(at);
    canvas.focus({preventScroll: true});
  });
  canvas.addEventListener('pointermove', event => {
    const at = place(event), last = pointers.get(event.pointerId);
    if (!last) {
      canvas.style.cursor = at.x > drawing.width - OVERVIEW || drawing.packetAt(at.x, at.y) >= 0 ? 'pointer' : '';
      return;
    }
    moved += Math.abs(at.x - last.x) + Math.abs(at.y - last.y);
    const others = [...pointers].filter(([id]) => id !== event.pointerId).map(entry => entry[1]);
    if (last.inOverview) {
      overview(at);
    } else if (others.length > 0) {
      const apart = Math.abs(at.y - others[0].y);
      if (pinch > 0 && apart > 8)
        zoom(apart / pinch, (at.y + others[0].y) / 2);
      pinch = apart;
    } else {
      canvas.classList.add('dragging');
      scrollTo(drawing.top - (at.y - last.y) / drawing.scale);
    }
    pointers.set(event.pointerId, {...last, ...at});
  });
  const release = event => {
    const last = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    pinch = 0;
    canvas.classList.remove('dragging');
    if (event.type === 'pointerup' && last && moved < 5 && !last.inOverview) {
      const at = place(event);
      select(drawing.packetAt(at.x, at.y));
    }
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 20 : 1;
    if (event.ctrlKey || event.metaKey)
      zoom(Math.exp(-event.deltaY * lines / 300), place(event).y);
    else
      scrollTo(drawing.top + event.deltaY * lines / drawing.scale);
  }, {passive: false});

  // ---- Keys ----

  function toggleKeys(show) {
    $('keys').hidden = !show;
    $('help').setAttribute('aria-expanded', String(show));
    (show ? $('keys-close') : canvas).focus();
  }

  function fit() {
    drawing.scale = 0;
    scrollTo(0);
  }

  const actions = {
    ArrowDown: () => step(1), ArrowUp: () => step(-1),
    PageDown: () => scrollTo(drawing.top + drawing.span * 0.85), PageUp: () => scrollTo(drawing.top - drawing.span * 0.85),
    ' ': () => scrollTo(drawing.top + drawing.span * 0.85),
    Home: () => scrollTo(0), End: () => scrollTo(Infinity),
    '+': () => zoom(1.4), '=': () => zoom(1.4), '-': () => zoom(1 / 1.4), '0': fit,
    t: () => useLayout(drawing.layout.name === 'event' ? 'scale' : 'event'),
    n: () => jumpIssue(1), p: () => jumpIssue(-1),
    '/': () => $('query').focus(), '?': () => toggleKeys($('keys').hidden),
    Escape: () => $('keys').hidden ? select(-1) : toggleKeys(false)
  };
  document.addEventListener('keydown', event => {
    const inText = event.target instanceof HTMLInputElement;
    const onControl = event.target instanceof Element && event.target.closest('button, summary, input, .bytes');
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey || event.altKey || !actions[key])
      return;
    if (inText && key !== 'Escape')
      return;
    if (onControl && /^( |Arrow|Page|Home|End)/.test(key))
      return;
    event.preventDefault();
    actions[key]();
  });
  $('query').addEventListener('keydown', event => {
    if (event.key === 'Enter') {
      event.preventDefault();
      nextMatch(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      canvas.focus();
    }
  });
  $('query').addEventListener('input', search);
  $('search').addEventListener('submit', event => event.preventDefault());
  const onClick = (id, action) => $(id).addEventListener('click', action);
  onClick('by-event', () => useLayout('event'));
  onClick('to-scale', () => useLayout('scale'));
  onClick('zoom-in', () => zoom(1.4));
  onClick('zoom-out', () => zoom(1 / 1.4));
  onClick('zoom-fit', fit);
  onClick('next-issue', () => jumpIssue(1));
  onClick('previous-issue', () => jumpIssue(-1));
  onClick('help', () => toggleKeys($('keys').hidden));
  onClick('keys-close', () => toggleKeys(false));

  // ---- Colours ----

  const system = matchMedia('(prefers-color-scheme: dark)');
  const themes = ['auto', 'light', 'dark'];
  const themeNames = {auto: 'as the system has them', light: 'light', dark: 'dark'};
  let theme = 'auto';
  function colour(printing) {
    const dark = !printing && (theme === 'dark' || (theme === 'auto' && system.matches));
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    $('theme').textContent = {auto: '◐', light: '☀', dark: '☾'}[theme];
    $('theme').setAttribute('aria-label', 'Colours: ' + themeNames[theme]);
  }
  onClick('theme', () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    colour(false);
    redraw();
  });
  system.addEventListener('change', () => {
    colour(false);
    redraw();
  });
  addEventListener('beforeprint', () => {
    colour(true);
    drawing.measure();
    drawing.draw();
  });
  addEventListener('afterprint', () => {
    colour(false);
    drawing.measure();
    redraw();
  });

  // ---- Begin ----

  const p = model.packets;
  const link = model.rate > 0 && model.width > 0 ? ' · ' + model.rate + ' GT/s x' + model.width : '';
  $('facts').textContent = counted(p.count, 'packet', 'packets') + link + (model.mps > 0 ? ' · Max_Payload_Size ' + model.mps : '') +
    (model.leftOut > 0 ? ' · ' + counted(model.leftOut, 'later packet', 'later packets') + ' left out' : '');
  $('issue-word').textContent = issues.findings.length > 0 ? 'Findings' : 'Errors';
  $('issue-count').textContent = jumps.length;
  $('issue-count').classList.toggle('some', jumps.length > 0);
  $('next-issue').disabled = $('previous-issue').disabled = jumps.length === 0;
  colour(false);
  $('static').hidden = true;
  $('app').hidden = false;
  canvas.setAttribute('aria-label', 'Ladder of ' + counted(p.count, 'packet', 'packets') + ', findings: ' + issues.findings.length);
  drawing.measure();
  useLayout('event');
  drawing.scale = Math.max(26, Math.min(44, (drawing.height - HEADER - 2 * PAD) / Math.max(1, drawing.layout.length)));
  panel.show(-1);
  new ResizeObserver(() => {
    drawing.measure();
    clamp();
    redraw();
  }).observe(canvas.parentElement);
  window.acknak = {model, drawing, issues, select, find, redraw};
  const link0 = /^#record=(\d+)$/.exec(location.hash);
  if (link0 && issues.byNumber.has(Number(link0[1])))
    select(issues.byNumber.get(Number(link0[1])));
}

inflate(document.getElementById('data').textContent).then(readModel).then(start).catch(error => {
  document.querySelector('.fallback').textContent = 'The page cannot show more than this picture: ' + error.message;
});
