import type { ReactNode } from "react";

/**
 * What the service worker (app/worker) shows on pages of its own: it keeps this page, takes a part by its id and fills in
 * the words in braces. An older worker may take them, so an id and its words stay.
 */
export function WorkerParts() {
	return (
		<>
			<Part id="missing" title="Sin señal">
				<p className="lead">Esta página no está guardada en el teléfono.</p>
				<ul className="card links">{"{links}"}</ul>
				<p className="row">
					<a className="btn main" href="{here}">
						Probar de nuevo
					</a>
				</p>
			</Part>
			<Part id="unsent" title="Sin señal">
				<p className="lead">No se envió. Volvé atrás: lo que escribiste sigue ahí.</p>
			</Part>
			<Part id="list" title="En el teléfono">
				<p className="lead">Falta enviar: {"{count}"}</p>
				<ul className="cards">{"{items}"}</ul>
				<Back />
			</Part>
			<Part id="kept-until" title="En el teléfono">
				<p className="note" role="status">
					<b>Guardado en el teléfono.</b> Se manda cuando abras Relevo con señal. En muchos Android, también
					sin abrirlo.
				</p>
				<p className="lead">Falta enviar: {"{count}"}</p>
				<ul className="cards">{"{items}"}</ul>
				<Back />
			</Part>
			<Part id="empty" title="En el teléfono">
				<p className="lead">No falta enviar nada.</p>
				<p>Lo que escribas sin señal queda acá y sale cuando vuelva.</p>
				<p>Lo que dejaste guardado al cerrar la sesión no se ve acá: sale cuando volvés a ingresar.</p>
				<Back />
			</Part>
			<Item id="item-waits" state="Espera señal." />
			<Item
				id="item-put-off"
				state="El servidor no lo pudo tomar: queda en el teléfono y se manda de nuevo más tarde."
			/>
			<Item id="item-refused" state="No se pudo guardar: abrilo y corregilo." />
			<Item id="item-draft" state="Falta guardarlo: abrilo." />
			<template id="links">
				<LinkTo path="/my-shift" name="Mi turno" />
				<LinkTo path="/my-shift/calendar" name="Mis doce meses" />
				<LinkTo path="/auth/work-overtime" name="Mis Extras" />
				<LinkTo path="/auth/my-documents" name="Mis Documentos" />
				<LinkTo path="/auth/porteria" name="Para la portería" />
				<LinkTo path="/security" name="Diez reglas de seguridad" />
			</template>
			<template id="note-form">Sin señal. Lo que guardes queda en el teléfono y sale cuando vuelva.</template>
			<template id="note-no-room">
				No hay señal, y en este teléfono no se pudo guardar. Lo que escribiste sigue acá.
			</template>
			<template id="note-no-photos">
				No hay señal, y en este teléfono no entra: caben 30 MB por documento, si hay lugar. Lo que escribiste
				sigue acá; las fotos hay que elegirlas de nuevo.
			</template>
			<template id="note-waits">Está guardado en el teléfono y todavía no se envió.</template>
			<template id="note-photos">
				Está en el teléfono, con sus fotos ({"{photos}"}), y todavía no se envió. Las que elijas acá se suman.
			</template>
			<Part id="discard" title="¿Descartar?">
				<p>{"{name}"}. Todavía no se envió: si lo descartás, se pierde.</p>
				<form method="post" action="/on-this-phone" className="row">
					<input type="hidden" name="id" value="{id}" />
					<button className="btn main" type="submit">
						Descartar
					</button>
					<a className="btn" href="/on-this-phone">
						Volver
					</a>
				</form>
			</Part>
			<Leaving id="leave" />
			<Leaving id="leave-unsent" tried="No se pudo enviar todo." />
			<Part id="owed" title="Sesión cerrada">
				<p className="lead">En este teléfono ya no queda nada tuyo a la vista.</p>
				<p>Falta avisarle al servidor: se le avisa cuando vuelva la señal y abras Relevo.</p>
				<p className="row">
					<a className="btn" href="/security">
						Diez reglas de seguridad
					</a>
				</p>
			</Part>
		</>
	);
}

/** A page, to which the worker gives its title as a heading. */
function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
	return (
		<template id={id} title={title}>
			<div className="legal">{children}</div>
		</template>
	);
}

/** Asks what is to become of what waits when somebody signs out. */
function Leaving({ id, tried }: { id: string; tried?: string }) {
	return (
		<Part id={id} title="¿Cerrar sesión?">
			<p className="lead">En este teléfono hay cosas sin enviar: {"{count}"}</p>
			{tried && <p>{tried}</p>}
			<div className="row">
				<Leave waiting="send" isMain>
					Enviar y cerrar
				</Leave>
				<Leave waiting="keep">Dejarlas guardadas y cerrar</Leave>
				<Leave waiting="discard">Borrarlas y cerrar</Leave>
			</div>
			<p className="hint">Guardadas quedan bajo llave: salen cuando vuelvas a ingresar en este teléfono.</p>
		</Part>
	);
}

/** A form that waits, in the list. */
function Item({ id, state }: { id: string; state: string }) {
	return (
		<template id={id}>
			<li className="card">
				<h2>{"{name}"}</h2>
				<p>
					{state} <small>Escrito el {"{when}"}</small>
				</p>
				<p className="row">
					<a className="btn" href="?open={id}">
						Abrir
					</a>
					<a className="btn text" href="?discard={id}">
						Descartar
					</a>
				</p>
			</li>
		</template>
	);
}

/** A page that the phone may have kept. */
function LinkTo({ path, name }: { path: string; name: string }) {
	return (
		<li>
			<a href={path}>
				<span>{name}</span>
			</a>
		</li>
	);
}

function Back() {
	return (
		<p className="row">
			<a className="btn" href="/my-shift">
				Mi turno
			</a>
			<a className="btn" href="/auth/work-overtime">
				Mis Extras
			</a>
			<a className="btn" href="/auth/my-documents">
				Mis Documentos
			</a>
		</p>
	);
}

function Leave({ waiting, isMain, children }: { waiting: string; isMain?: boolean; children: ReactNode }) {
	return (
		<form method="post" action="/auth/logout">
			<input type="hidden" name="waiting" value={waiting} />
			<button className={isMain ? "btn main" : "btn"} type="submit">
				{children}
			</button>
		</form>
	);
}
