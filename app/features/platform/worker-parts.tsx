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
			<Part id="kept" title="En el teléfono">
				<p className="note" role="status">
					<b>Guardado en el teléfono.</b> {"{promise}"}
				</p>
				<p className="lead">Falta enviar: {"{count}"}</p>
				<ul className="cards">{"{items}"}</ul>
				<Back />
			</Part>
			<Part id="empty" title="En el teléfono">
				<p className="lead">No falta enviar nada.</p>
				<p>Lo que escribas sin señal queda acá y sale cuando vuelva.</p>
				<Back />
			</Part>
			<template id="item">
				<li className="card">
					<h2>{"{name}"}</h2>
					<p>
						{"{state}"} <small>Escrito el {"{when}"}</small>
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
			<Part id="leave" title="¿Cerrar sesión?">
				<p className="lead">En este teléfono hay cosas sin enviar: {"{count}"}</p>
				<p>{"{tried}"}</p>
				<div className="row">
					<Leave waiting="send" isMain>
						Enviar y cerrar
					</Leave>
					<Leave waiting="keep">Dejarlas guardadas y cerrar</Leave>
					<Leave waiting="discard">Borrarlas y cerrar</Leave>
				</div>
				<p className="hint">Guardadas quedan bajo llave: salen cuando vuelvas a ingresar en este teléfono.</p>
			</Part>
			<Part id="owed" title="Sesión cerrada">
				<p className="lead">En este teléfono ya no queda nada tuyo a la vista.</p>
				<p>Sin señal, falta avisarle al servidor: se hace solo cuando vuelva, antes de mostrar nada.</p>
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
			<div className="narrow">{children}</div>
		</template>
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
		</p>
	);
}

interface LeaveProps {
	waiting: string;
	isMain?: boolean;
	children: ReactNode;
}

function Leave({ waiting, isMain, children }: LeaveProps) {
	return (
		<form method="post" action="/auth/logout">
			<input type="hidden" name="waiting" value={waiting} />
			<button className={isMain ? "btn main" : "btn"} type="submit">
				{children}
			</button>
		</form>
	);
}
