// The script of public pages: one inline module with the parts that the page needs. It only enhances the page (search while typing,
// embedded videos, copying code, marking the current section); everything works without it. The shortcut is ⌘K because a single "/" could
// be triggered by speech input (WCAG 2.2, 2.1.4).
import type { Part } from "./style.ts";

const BASE = `const d=document,b=d.body.dataset,all=s=>[...d.querySelectorAll(s)],make=(t,c)=>{const n=d.createElement(t);n.className=c;return n};
onkeydown=e=>{if((e.ctrlKey||e.metaKey)&&!e.shiftKey&&e.code==="KeyK"){e.preventDefault();all(".find input")[0].focus()}};
for(const f of all("form.find")){const i=f.elements.q,o=make("div","hits"),s=make("p","");let t,n=0;i.title="Ctrl K, ⌘K";o.role="group";o.ariaLabel=i.ariaLabel;s.role="status";f.append(o);const w=async()=>{const q=i.value.trim(),m=++n;if(q.length<2)return o.replaceChildren();try{const r=await fetch(f.action+"?live=1&q="+encodeURIComponent(q));const{items,says}=await r.json();if(m===n){o.replaceChildren(s,...items.map(x=>{const a=d.createElement("a");a.href=x.href;a.textContent=x.title;return a}));s.textContent=says}}catch{}};i.addEventListener("input",()=>{clearTimeout(t);t=setTimeout(w,250)});f.addEventListener("keydown",e=>{if(e.key==="Escape"){n++;o.replaceChildren();i.focus()}const l=[i,...o.querySelectorAll("a")],k=l.indexOf(e.target)+(e.key==="ArrowDown"?1:e.key==="ArrowUp"?-1:NaN);if(l[k]&&l[1]){e.preventDefault();l[k].focus()}});f.addEventListener("focusout",e=>{if(e.relatedTarget&&!f.contains(e.relatedTarget))o.replaceChildren()})}`;
const PARTS: Readonly<Partial<Record<Part, string>>> = {
  article: `const t=all(".toc a"),h=t.map(a=>d.getElementById(decodeURIComponent(a.hash.slice(1))));(onscroll=()=>{const n=scrollY&&scrollY+innerHeight>d.documentElement.scrollHeight-2?h.length-1:Math.max(0,h.findLastIndex(x=>x.getBoundingClientRect().top<innerHeight/3));t.forEach((a,i)=>a.ariaCurrent=i===n?"true":null)})();`,
  code: `for(const p of all(".text pre")){const k=make("button","copy");k.type="button";k.textContent=b.copy;k.onclick=async()=>{try{await navigator.clipboard.writeText(p.querySelector("code").textContent);k.textContent=b.copied;setTimeout(()=>k.textContent=b.copy,3e3)}catch{}};p.append(k)}`,
  video: `for(const a of all("a[data-player]"))a.onclick=e=>{if(e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;e.preventDefault();const f=make("iframe","player");f.title=a.dataset.host+": "+d.querySelector("h1").textContent;f.allow="autoplay; fullscreen; picture-in-picture; encrypted-media";f.referrerPolicy="strict-origin";f.src=a.dataset.player;a.replaceWith(f);f.focus()};`,
};
/** The script of a page with these parts. */
export const scriptOf = (parts: readonly Part[]): string => [BASE, ...parts.flatMap((part) => PARTS[part] ?? [])].join("\n");
