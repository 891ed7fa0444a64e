namespace OrderApproval;

/// <summary>The options of the user; by default there is no file of decisions and no order to explain.</summary>
internal sealed record CommandLine(string OrdersFile, string? DecisionsFile, string? Why, bool ShowsAll, bool ShowsHelp)
{
    public const string Usage = """
        Runs every order of a file through an approval workflow and prints what became of it. Orders above a limit
        wait for a person: the program lists them and asks for decisions at the terminal.

        dotnet run --project samples/OrderApproval [-- OPTIONS]
          --orders FILE      reads FILE, one JSON object a line; without it the orders.jsonl beside the program
          --decisions FILE   takes the decisions from FILE instead of the terminal, one JSON object a line, such as
                             {"order":"SO-20479","decision":"approve","reason":"as agreed"}; 'reject' is the other
                             decision, and the reason may be left out; samples/OrderApproval/decisions.jsonl is one
          --why ID           prints the trail of the order ID at the end: what happened to it, and when
          --all              prints all orders, not only the first 25
          --help             prints this text

        Without a terminal (input redirected) and without '--decisions' nothing is read and nobody is asked: the
        orders that wait are listed, and the program ends.

        Orders that wait are not in a running workflow: each is saved in a store and loaded again to be decided. The
        store of this program is in its memory, so orders that still wait when it ends are lost; a store in a SQL
        database, which outlives the program, is to come.

        Ctrl+C cancels what runs, and what still waits is listed; a second one ends the program at once.

        Exit codes: 0 every line was an order or a decision that could be carried out, also if orders still wait;
        1 wrong usage or an unreadable file; 2 at least one line was refused; 130 canceled by Ctrl+C.
        """;

    /// <exception cref="UsageException">An option is unknown or lacks its value.</exception>
    public static CommandLine Parse(string[] args)
    {
        CommandLine asked = new(Path.Combine(AppContext.BaseDirectory, "orders.jsonl"), null, null, ShowsAll: false, ShowsHelp: false);
        for (int i = 0; i < args.Length; i++)
        {
            asked = args[i] switch
            {
                "--orders" => asked with { OrdersFile = ValueOf(args, ref i, "the name of a file") },
                "--decisions" => asked with { DecisionsFile = ValueOf(args, ref i, "the name of a file") },
                "--why" => asked with { Why = ValueOf(args, ref i, "the id of an order") },
                "--all" => asked with { ShowsAll = true },
                "--help" or "-h" => asked with { ShowsHelp = true },
                string unknown => throw new UsageException($"The option '{unknown}' is not known."),
            };
        }

        return asked;
    }

    private static string ValueOf(string[] args, ref int index, string what)
    {
        string option = args[index];
        index++;
        return index < args.Length && args[index].Length > 0 ? args[index] : throw new UsageException($"'{option}' needs {what}.");
    }
}
