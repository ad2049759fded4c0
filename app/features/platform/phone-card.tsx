import { Icon } from "~/ui/icons";
import { QrCode } from "~/ui/qr-code";
import type { Store } from "./platform-page";

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

interface PhoneCardProps {
	name: "android" | "ios";
	label: string;
	store?: Store;
}

/** Link and QR code of the app store, if there is a store, and a link to the instructions for the web app. */
function PhoneCard({ name, label, store }: PhoneCardProps) {
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
				<Icon name={sign} />
				<a href={store.url} rel="noopener noreferrer">
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
