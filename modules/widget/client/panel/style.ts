// Styles of the panel. Px and logical sides only; every text runs in its own direction, whatever the page's is. Colours are the product's
// tokens (OKLCH). `--link` is the project's colour, darkened or lightened until it is readable on every surface here; browsers before 2023
// use the text colour.

export const panelStyle = `.s{--mut:oklch(.445 .014 265);--line:oklch(.922 .005 265);--sub:oklch(.968 .004 265);--hov:oklch(.945 .006 265);--ctl:oklch(.64 .014 265);--link:oklch(from var(--accent) min(l,.48) min(c,.19) h);--bad:oklch(.5 .19 27);--bads:oklch(.96 .018 22);--warn:oklch(.48 .105 62);--warns:oklch(.962 .035 75)}
.s.dark{--mut:oklch(.755 .01 265);--line:oklch(.3 .01 265);--sub:oklch(.25 .009 265);--hov:oklch(.28 .012 265);--ctl:oklch(.545 .014 265);--link:oklch(from var(--accent) max(l,.78) min(c,.12) h);--bad:oklch(.78 .12 25);--bads:oklch(.275 .055 25);--warn:oklch(.83 .11 75);--warns:oklch(.275 .045 70)}
.p{position:fixed;inset-block-end:calc(max(var(--offset),env(safe-area-inset-bottom)) + 72px);inset-inline-end:var(--offset);width:min(384px,calc(100vw - 2*var(--offset)));height:min(640px,calc(100dvh - 92px - var(--offset)));min-height:280px;display:flex;flex-direction:column;background:var(--bg);border-radius:16px;overflow:clip;box-shadow:0 0 0 1px #00000014,0 4px 12px #00000014,0 16px 48px #00000038;transform-origin:bottom;transition:opacity .18s,transform .18s cubic-bezier(.2,0,0,1);outline:0}
.dark .p{box-shadow:0 0 0 1px var(--line),0 16px 48px #000a}
.left .p{inset-inline:var(--offset) auto}
.p.off{visibility:hidden;opacity:0;transform:translateY(8px) scale(.98);transition:opacity .12s,transform .12s,visibility 0s .12s}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.p:focus-visible{outline:0}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.grow{flex:1;min-width:0}
.p :not([dir=ltr],code){unicode-bidi:plaintext}
[dir=rtl]{text-align:right}
[dir=rtl] .fail{text-align:left}
.bub,.art{text-align:start}
ol,ul{list-style:none;padding:0}
header{display:flex;align-items:center;gap:10px;min-height:64px;padding:10px 16px;padding-inline-end:12px;border-block-end:1px solid var(--line)}
header:has(.i-back){padding-inline-start:8px}
h2{font-size:15px;line-height:20px;font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
header p{font-size:13px;line-height:18px;color:var(--mut);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.faces{display:flex}
.faces i{width:28px;height:28px;border-radius:50%;display:grid;place-items:center;font:600 12px/1 system-ui,sans-serif;box-shadow:0 0 0 2px var(--bg);background:oklch(.92 .05 var(--hue));color:oklch(.38 .09 var(--hue))}
.dark .faces i{background:oklch(.36 .06 var(--hue));color:oklch(.92 .05 var(--hue))}
.faces i+i{margin-inline-start:-8px}
.f0{--hue:268}.f1{--hue:155}.f2{--hue:62}
.icon{flex:none;width:36px;height:36px;border-radius:10px;display:grid;place-items:center;color:var(--mut)}
.icon.small{width:28px;height:28px}
.icon.small svg{width:16px;height:16px}
.icon svg{width:20px;height:20px}
.icon:hover{background:var(--hov);color:var(--fg)}
[dir=rtl] .i-back{transform:scaleX(-1)}
.strip{padding:6px 16px;font-size:13px;background:var(--sub);color:var(--mut);border-block-end:1px solid var(--line)}
.strip.warn{background:var(--warns);color:var(--warn)}
.fill{position:relative;flex:1;min-height:0;display:flex;flex-direction:column}
.log{flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;overflow-anchor:none;padding:16px;scrollbar-width:thin}
.log:focus-visible{outline-offset:-2px}
.log>div:first-child{min-height:100%;display:flow-root}
.m{display:flex;flex-direction:column;align-items:flex-start;margin-block-start:4px}
.m.first{margin-block-start:16px}
ol>.m:first-child{margin-block-start:0}
.m.own{align-items:flex-end}
.by{font-size:12px;line-height:16px;color:var(--mut);margin-block-end:4px;padding-inline:2px;display:flex;gap:6px;align-items:center}
.bub{max-width:min(85%,300px);padding:9px 13px;border-radius:16px;background:var(--sub);overflow-wrap:anywhere}
.m.last:not(.own) .bub{border-end-start-radius:4px}
.own .bub{background:var(--accent);color:var(--on)}
.own.last .bub{border-end-end-radius:4px}
.going .bub,.going .att{opacity:.6}
.bub.gone{background:none;color:var(--mut);font-style:italic;box-shadow:inset 0 0 0 1px var(--line)}
.m.system{align-items:center;text-align:center;font-size:13px}
.meta,.day,.typing,.note{font-size:12px;line-height:16px;color:var(--mut)}
.meta{margin-block-start:4px;padding-inline:2px;font-variant-numeric:tabular-nums}
.day{text-align:center;padding-block:16px 0}
ol>.day:first-child{padding-block-start:0}
.bub>*+*{margin-block-start:8px}
.bub a{color:var(--link);text-decoration:underline;text-underline-offset:2px}
.own .bub a{color:inherit}
.own .bub :focus-visible{outline-color:var(--on)}
.fail{max-width:85%;margin-block-start:4px;font-size:13px;line-height:18px;color:var(--bad);display:flex;flex-direction:column;align-items:flex-end;text-align:end;font-variant-numeric:tabular-nums}
.wait .fail{color:var(--mut)}
.bad .bub{background:var(--bads);color:var(--fg)}
.bad .bub a{color:inherit}
.acts{display:flex;gap:12px}
.link{color:var(--link);font-weight:500;text-decoration:underline;text-underline-offset:2px;min-height:24px;padding-inline:2px}
.link.calm{color:var(--mut)}
[aria-disabled=true]{cursor:default}
.link[aria-disabled=true]{color:var(--mut);text-decoration:none}
.mid{display:block;margin:8px auto;text-align:center}
.pill{display:flex;align-items:center;gap:6px;width:max-content;padding:6px 12px;border-radius:99px;font-size:13px;font-weight:500;color:var(--link);background:var(--bg);box-shadow:inset 0 0 0 1px var(--ctl)}
.pill:hover{background:var(--hov)}
.pill svg{width:14px;height:14px}
.jump{position:absolute;inset-block-end:8px;inset-inline:0;margin-inline:auto;box-shadow:inset 0 0 0 1px var(--ctl),0 4px 12px #0003}
.typing{display:flex;align-items:center;gap:8px;margin-block-start:12px}
.dots{display:flex;gap:3px}
.dots i{width:6px;height:6px;border-radius:50%;background:var(--mut);animation:dot 1.2s infinite}
.dots i+i{animation-delay:.15s}
.dots i+i+i{animation-delay:.3s}
@keyframes dot{0%,60%,100%{opacity:.35}30%{opacity:1}}
.bones{display:grid;gap:12px;animation:in .2s .2s both}
.bones i{height:40px;width:70%;border-radius:16px;background:var(--sub)}
.bones i:nth-child(2){justify-self:end;width:50%}
@keyframes in{from{opacity:0}}
.comp{padding:8px 12px 12px}
.box{display:flex;align-items:flex-end;gap:4px;padding:4px;border-radius:14px;box-shadow:inset 0 0 0 1px var(--ctl)}
.box:focus-within{box-shadow:inset 0 0 0 2px var(--link)}
textarea{flex:1;min-width:0;font:inherit;font-size:16px;line-height:22px;color:inherit;background:none;border:0;outline:0;resize:none;padding:7px 4px;max-height:132px;field-sizing:content;scrollbar-width:thin}
textarea:focus-visible{outline:0}
[dir=rtl] textarea:placeholder-shown{direction:rtl}
textarea::placeholder{color:var(--mut);opacity:1}
.send{flex:none;width:36px;height:36px;border-radius:10px;display:grid;place-items:center;background:var(--accent);color:var(--on);transition:opacity .08s}
.send svg{width:20px;height:20px}
.send[aria-disabled=true]{background:var(--hov);color:var(--mut)}
.hint{font-size:13px;color:var(--bad);padding:0 4px 6px}
.hint:empty{display:none}
@media(pointer:coarse){.icon,.send{width:44px;height:44px}.icon.small{width:36px;height:36px}.link{min-height:44px;padding-inline:8px}.box textarea{padding-block:11px}}
@media(max-width:480px){.p{inset:var(--vt,0px) 0 auto!important;width:auto;height:var(--vh,100dvh);min-height:0;border-radius:0;box-shadow:none}.comp{padding-block-end:max(12px,env(safe-area-inset-bottom))}header{padding-block-start:max(10px,env(safe-area-inset-top))}}
@media(forced-colors:active){.p,.bub,.box,.send,.pill{border:1px solid}.box:focus-within{outline:2px solid Highlight}[aria-disabled=true]{color:GrayText}}`;
