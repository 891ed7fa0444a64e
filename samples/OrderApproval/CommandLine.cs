using OrderApproval.Storage;

namespace OrderApproval;

/// <summary>The options of the user; by default there is no file of decisions and no order to explain.</summary>
internal sealed record CommandLine(string OrdersFile, string? DecisionsFile, StoreAddress Store, string? Why)
{
    public const string Usage = """
        Runs every order of a file through an approval workflow and prints what became of it. Orders above a limit
        wait for a person: the program lists them and asks for decisions at the terminal.

        dotnet run --project samples/OrderApproval [-- OPTIONS]
          --orders FILE      reads FILE, one JSON object a line; without it the orders.jsonl beside the program
          --decisions FILE   takes the decisions from FILE instead of the terminal, one JSON object a line, such as
                             {"order":"SO-20479","decision":"approve","reason":"as agreed"}; 'reject' is the other
                             decision, and the reason may be left out; samples/OrderApproval/decisions.jsonl is one
          --store STORE      keeps the orders in STORE: the name of an SQLite file, or the connection string of
                             PostgreSQL (with 'Host=') or SQL Server (with 'Server='); without it the file orders.db
                             beside the program
          --waiting          only prints the orders that wait in the store, and runs nothing
          --why ID           prints what the store knows about the order ID at the end, and its trail if it ran
          --all              prints all orders, not only the first 25
          --help             prints this text

        Without a terminal (input redirected) and without '--decisions' nothing is read and nobody is asked: the
        orders that wait are listed, and the program ends.

        Each order is saved in the store when it is decided or waits. So you can end or kill the program at any time
        and run it again: orders that the store has are not started again, and the others are. An order that was
        being decided when the program was killed stays locked until the lease of that program has ended, 35 seconds
        at most; a decision about it waits for that. Several programs can use a store at the same time.

        Ctrl+C stops what runs, and what waits is listed; a second one ends the program at once.

        Exit codes: 0 every line was an order or a decision that could be carried out, also if orders still wait;
        1 wrong usage or an unreadable file; 2 at least one line was refused; 3 the store cannot be used;
        130 canceled by Ctrl+C.
        """;

    /// <summary>True if the program only prints the orders that wait.</summary>
    public bool OnlyListsWaiting { get; private init; }

    public bool ShowsAll { get; private init; }

    public bool ShowsHelp { get; private init; }

    /// <exception cref="UsageException">An option is unknown or lacks its value.</exception>
    public static CommandLine Parse(string[] args)
    {
        CommandLine asked = new(Path.Combine(AppContext.BaseDirectory, "orders.jsonl"), null, StoreAddress.Default, null);
        for (int i = 0; i < args.Length; i++)
        {
            asked = args[i] switch
            {
                "--orders" => asked with { OrdersFile = ValueOf(args, ref i, "the name of a file") },
                "--decisions" => asked with { DecisionsFile = ValueOf(args, ref i, "the name of a file") },
                "--store" => asked with { Store = StoreAddress.Parse(ValueOf(args, ref i, "the name of a file or a connection string")) },
                "--why" => asked with { Why = ValueOf(args, ref i, "the id of an order") },
                "--waiting" => asked with { OnlyListsWaiting = true },
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
