import { useRouteLoaderData } from "@remix-run/react";
import { Icon } from "~/ui/icons";
import { QrCode } from "~/ui/qr-code";

/** An app store's page, and the QR code of its URL. */
export interface Store {
	url: string;
	qr: { path: string; size: number };
}

/** For each platform, the app store, the instructions to install the web app, and what it does without signal. */
const platforms = {
	android: {
		title: "Relevo en tu Android",
		mark: "android",
		store: "Google Play",
		steps: (
			<ol className="prose">
				<li>Abrí esta página en Chrome.</li>
				<li>
					Tocá el menú <Icon name="dots" /> (tres puntos, arriba a la derecha).
				</li>
				<li>Elegí “Agregar a la pantalla principal” o “Instalar app”.</li>
				<li>Confirmá. Relevo queda entre tus apps.</li>
			</ol>
		),
		offline:
			"Sin señal ves lo que ya viste. Lo que escribís se manda cuando vuelve la señal; con otro navegador, cuando abrís Relevo.",
	},
	ios: {
		title: "Relevo en tu iPhone o iPad",
		mark: "apple",
		store: "App Store",
		steps: (
			<ol className="prose">
				<li>Abrí esta página en Safari.</li>
				<li>
					Tocá Compartir <Icon name="share" /> (el cuadrado con una flecha hacia arriba).
				</li>
				<li>Bajá y elegí “Agregar a inicio”.</li>
				<li>Tocá “Agregar”. Relevo queda entre tus apps.</li>
			</ol>
		),
		offline:
			"Sin señal ves lo que ya viste. Lo que escribís se manda cuando abrís Relevo con señal. Sin ponerlo en la pantalla, el iPhone borra lo guardado a los siete días sin entrar.",
	},
} as const;

/**
 * First page that a visitor sees on a phone. Offers to continue in the browser, to open the app store if configured, or
 * to install the web app.
 */
export function PlatformPage({ kind, store }: { kind: "android" | "ios"; store?: Store }) {
	const { title, mark, store: storeName, steps, offline } = platforms[kind];
	const root = useRouteLoaderData<{ consent?: "accepted" | "rejected" }>("root");
	return (
		<>
			<h1>{title}</h1>
			<p className="lead">Todo Relevo anda en el navegador, sin instalar nada.</p>
			{/* GET, because a POST with a redirect takes two round trips. */}
			<form action="/home">
				<input type="hidden" name="web" value="1" />
				<button className="btn main wide go-on" type="submit">
					Seguir en la web
					<Icon name="right" />
				</button>
			</form>
			{root?.consent !== "rejected" && <p className="hint">Lo recordamos: la próxima vez entrás directo.</p>}
			<ul className="cards legal">
				{store && (
					<li className="card">
						<h2>Bajá la app</h2>
						<a className="btn" href={store.url} rel="noopener noreferrer">
							<Icon name={mark} />
							{storeName}
						</a>
						<QrCode {...store.qr} label={`Código QR de Relevo en ${storeName}`} />
						<p className="hint">Si estás en otra pantalla, escaneá el código con tu teléfono.</p>
					</li>
				)}
				<li className="card">
					<h2>Ponelo en tu pantalla</h2>
					<p>Se abre como una app y no ocupa casi nada de lugar.</p>
					{steps}
					<p className="hint">{offline}</p>
				</li>
			</ul>
		</>
	);
}

/** Section of the home page with two cards about the app: one for Android, one for iPhone. */
export function PhoneCards({ android, ios }: { android?: Store; ios?: Store }) {
	return (
		<section>
			<h2>En tu teléfono</h2>
			<ul className="cards">
				<PhoneCard name="android" label="Android" store={android} />
				<PhoneCard name="ios" label="iPhone y iPad" store={ios} />
			</ul>
		</section>
	);
}

/** Link and QR code of the app store, if there is a store, and a link to the instructions for the web app. */
function PhoneCard({ name, label, store }: { name: "android" | "ios"; label: string; store?: Store }) {
	const sign = name === "ios" ? "apple" : name;
	const page = `/${name}-system`;
	if (!store)
		return (
			<li className="card links">
				<a href={page}>
					<Icon name={sign} />
					<span>
						Relevo en {label}
						<small>Se agrega a la pantalla de inicio, sin tienda.</small>
					</span>
					<Icon name="right" />
				</a>
			</li>
		);
	return (
		<li className="card">
			<h3>
				<a href={store.url} rel="noopener noreferrer" className="store">
					<Icon name={sign} />
					Relevo en {label}
				</a>
			</h3>
			<QrCode {...store.qr} label={`Código QR de la tienda para ${label}`} />
			<p>
				<a href={page}>Cómo ponerlo en la pantalla de inicio, sin tienda</a>
			</p>
		</li>
	);
}
