namespace OrderApproval;

/// <summary>What the user asked for.</summary>
internal sealed record CommandLine(string OrdersFile, bool ShowsAll, bool ShowsHelp)
{
    public const string Usage = """
        Runs every order of a file through an approval workflow and prints what became of it.

        dotnet run --project samples/OrderApproval [-- OPTIONS]
          --orders FILE   reads FILE, one JSON object a line; without it the orders.jsonl beside the program
          --all           prints all orders, not only the first 25
          --help          prints this text

        Exit codes: 0 every line was an order, 1 wrong usage or an unreadable file, 2 at least one line was refused,
        130 canceled by Ctrl+C.
        """;

    /// <exception cref="UsageException">An option is unknown or lacks its value.</exception>
    public static CommandLine Parse(string[] args)
    {
        string file = Path.Combine(AppContext.BaseDirectory, "orders.jsonl");
        bool showsAll = false;
        bool showsHelp = false;
        for (int i = 0; i < args.Length; i++)
        {
            switch (args[i])
            {
                case "--orders":
                    i++;
                    file = i < args.Length && args[i].Length > 0 ? args[i] : throw new UsageException("'--orders' needs the name of a file.");
                    break;
                case "--all":
                    showsAll = true;
                    break;
                case "--help" or "-h":
                    showsHelp = true;
                    break;
                default:
                    throw new UsageException($"The option '{args[i]}' is not known.");
            }
        }

        return new CommandLine(file, showsAll, showsHelp);
    }
}
