import { placeholders } from "~/lib/explained";
import { Icon } from "~/ui/icons";
import { photoAddress } from "./photo";
import type { SocialLink } from "./social-link";

interface AccountCardProps {
	account: {
		realName: string | null;
		email: string | null;
		username: string | null;
		/** Spanish name of the user's way of signing in. */
		provider?: string;
		isVerified: boolean;
		photo: string | null;
		links: readonly SocialLink[];
	};
}

/** A user's name, e-mail address, way of signing in and social links, with placeholders for missing values. */
export function AccountCard({ account }: AccountCardProps) {
	const { realName, email, username, provider, isVerified, photo, links } = account;
	return (
		<section className="card" aria-labelledby="nombre">
			<div className="person beside">
				<img className="portrait" src={photoAddress(photo)} alt="Tu foto" width="96" height="96" />
				<div>
					<h2 id="nombre">{realName || placeholders.realName}</h2>
					{isVerified ? (
						<p>
							<Icon name="check" /> Verificado
						</p>
					) : (
						<form method="post" action="/auth/verify-email">
							<button className="btn" type="submit" name="intent" value="resend">
								Verificar
							</button>
						</form>
					)}
				</div>
			</div>
			<dl className="facts plain">
				<div>
					<dt>Correo</dt>
					<dd>{email || placeholders.email}</dd>
				</div>
				<div>
					<dt>Nombre de usuario</dt>
					<dd>{username || placeholders.username}</dd>
				</div>
				<div>
					<dt>Ingresás con</dt>
					<dd>{provider ?? placeholders.providerAuth}</dd>
				</div>
			</dl>
			<SocialLinks links={links} />
		</section>
	);
}

function SocialLinks({ links }: Pick<AccountCardProps["account"], "links">) {
	if (links.length === 0) return null;
	return (
		<ul className="links" aria-label="Tus redes">
			{links.map(({ network, label, href, text }) => (
				<li key={network}>
					<a href={href} rel="nofollow noopener noreferrer ugc">
						<Icon name={network === "twitter" ? "x" : network} />
						<span className="hidden-text">{label}: </span>
						<span>{text}</span>
					</a>
				</li>
			))}
		</ul>
	);
}
