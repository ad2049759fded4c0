import { PAY } from "~/features/pay/pay-addresses";
import type { CivilDate } from "~/lib/time/civil-date";
import { GetForm } from "~/ui/forms/get-form";

/** Form that opens the pay period of a date that the user types. */
export function OtherPeriod({ typed, error, today }: { typed?: string; error?: string; today: CivilDate }) {
	return (
		<details className="card fold" open={error !== undefined}>
			<summary>Otro período</summary>
			<GetForm action={PAY}>
				<input type="hidden" name="view" value="periods" />
				<div className="field">
					<label htmlFor="period">Un día de ese período</label>
					<input
						key={typed}
						id="period"
						name="period"
						type="date"
						max={today}
						defaultValue={typed}
						aria-describedby={error && "period-error"}
						aria-invalid={error ? true : undefined}
					/>
					<p className="error" id="period-error" role={error && "alert"}>
						{error}
					</p>
				</div>
				<p className="row">
					<button className="btn" type="submit">
						Abrir
					</button>
				</p>
			</GetForm>
		</details>
	);
}
