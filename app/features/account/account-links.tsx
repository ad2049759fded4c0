import { Icon } from "~/ui/icons";

export function AccountLinks() {
	return (
		<section>
			<h2>Tu cuenta</h2>
			<ul className="links card">
				<li>
					<a href="/auth/export">
						Descargar mis datos <Icon name="download" />
					</a>
				</li>
				<li>
					<a href="/auth/work-overtime/import">
						Importar extras <Icon name="right" />
					</a>
				</li>
				<li>
					<a href="/auth/delete-account">
						Eliminar mi cuenta <Icon name="right" />
					</a>
				</li>
			</ul>
		</section>
	);
}
