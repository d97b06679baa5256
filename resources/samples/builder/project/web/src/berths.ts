/** What the page knows about a berth. Lengths are metres. */
export interface BerthView {
  label: string;
  length: number;
  guest: string | null;
}

/** Where berths come from: the service, or a list in a test. */
export interface BerthSource {
  berths(day: string): Promise<BerthView[]>;
  reserve(label: string, boat: string): Promise<boolean>;
}

/** Asks the planner's service. */
export class Service implements BerthSource {
  constructor(private readonly address: string) {}

  async berths(day: string): Promise<BerthView[]> {
    const answer = await fetch(`${this.address}/berths?day=${encodeURIComponent(day)}`);
    if (!answer.ok) throw new Error(`the planner answers ${answer.status}`);
    return (await answer.json()) as BerthView[];
  }

  async reserve(label: string, boat: string): Promise<boolean> {
    const answer = await fetch(`${this.address}/berths/${label}`, {
      method: "PUT",
      body: JSON.stringify({ boat }),
    });
    return answer.status === 201;
  }
}
