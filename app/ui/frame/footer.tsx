import { Icon } from "~/ui/icons";
import { CookieChoice } from "./cookie-choice";
import { FixedPart } from "./fixed-part";

export interface FooterData {
	year: string;
	consent?: "accepted" | "rejected";
	social: Partial<Record<(typeof networks)[number][0], string>>;
	credit?: string;
}

const networks = [
	["x", "X"],
	["instagram", "Instagram"],
	["facebook", "Facebook"],
	["web", "Sitio web"],
] as const;

export function Footer({ data }: { data: FooterData | undefined }) {
	return (
		<footer className="footer">
			<div className="footer-bar">
				<FixedPart tag="p" content={Copyright} props={{ year: data?.year }} />
				<p>
					<a href="/about">Acerca de...</a>
				</p>
				{data && <SocialLinks social={data.social} />}
				{data?.consent && <CookieChoice consent={data.consent} />}
				{data?.credit && <p>Desarrollo: {data.credit}</p>}
			</div>
		</footer>
	);
}

function Copyright({ year }: { year: string | undefined }) {
	return year ? `© 2025–${year} Relevo` : "© 2025 Relevo";
}

function SocialLinks({ social }: { social: FooterData["social"] }) {
	const shown = networks.filter(([network]) => social[network]);
	if (shown.length === 0) return null;
	return (
		<ul className="row">
			{shown.map(([network, name]) => (
				<li key={network}>
					<a href={social[network]} rel="noopener noreferrer" aria-label={name} className="btn square">
						<Icon name={network} />
					</a>
				</li>
			))}
		</ul>
	);
}
