using System.Globalization;
using System.Reflection;
using System.Text;
using Microsoft.Data.Sqlite;
using Npgsql;
using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Driving;
using Workflow.Perf.Peers.Systems;

namespace Workflow.Perf.Peers.Reports;

/// <summary>Writes the samples of a run as Markdown.</summary>
internal static class PeersReport
{
    private const string Notes = """
        - The rows are those of one run, in turns, each in a process and a database of its own. Compare them with each other, not with figures from elsewhere. A figure is the median of its repetitions.
        - An instance is started by a key, takes a message, has an effect, takes a second message, has a second effect, and ends. The effect is an INSERT into a table of the application. The sender of a message continues
          when the message is as durable as the table of systems says; the next message is sent when the effect of the first is there. The clock stops when the database has no instance left.
        - "statements" are those that the server ran, without the begin and the end of transactions; each reset of a returned connection counts as one. "exceptions" are those that were thrown and caught.
        - Wolverine: lightweight saga storage, solo mode, durable local queues, 24 handlers at once, looks for due messages each second. Its saga storage does not give its transaction away; the effect takes it from a private
          field, because the saga would otherwise have a weaker promise, and with SQLite would wait for itself. An effect is reported by a message in memory after the commit. With SQLite it has synchronous = FULL as this product
          has; its own default is NORMAL, with which a commit does not wait for the disk.
        - MassTransit: the transport is in memory and durable saga repositories (Entity Framework Core, Dapper) were not available from the package source, so the state is in memory, too. Its figures have a weaker promise than all others.
        - WorkflowCore: the durable persistence providers were not available from the package source, so it runs with the one in memory. It polls each second and idles for 10 ms. Its figures have a weaker promise, too.
        - Hangfire and Quartz have jobs, and no instances that wait: the application keeps the state in a table of its own, a message is a job that runs once, and a start is an INSERT. Hangfire: long polling, sliding invisibility timeout
          of 30 s (the default is 30 minutes, in which jobs of a killed process wait), polls each second. Quartz: 24 threads, acquires 24 triggers at once, requests recovery.
        - Hangfire and Quartz are measured with PostgreSQL only. MassTransit and WorkflowCore keep their state in memory here, so a row with SQLite would say nothing.
        - Kill: the process takes messages for instances that wait, and each effect takes 100 ms more. It is killed when half of the messages are accepted, and started again at once. "lost" are accepted messages without an effect after two
          minutes; "doubled" are effects that are there more than once.
        """;

    /// <summary>Returns the mean number of processes that ran or waited in the last minute.</summary>
    public static string Load() => File.Exists("/proc/loadavg") ? File.ReadAllText("/proc/loadavg").Split(' ')[0] : "unknown";

    public static string Write(IReadOnlyDictionary<(Subject Subject, Row Row), List<Sample>> samples, string server, bool isQuick, string load)
    {
        StringBuilder text = new();
        text.AppendLine("# This product and its peers\n");
        text.AppendLine(
            CultureInfo.InvariantCulture,
            $"{(isQuick ? "A quick run, which shows the shape only. " : string.Empty)}Written by `dotnet run -c Release --project perf/Workflow.Perf.Peers -- run`.\n");
        text.AppendLine(
            CultureInfo.InvariantCulture,
            $"- {Environment.ProcessorCount} cores, .NET {Environment.Version}; load of the machine {load} at the start and {Load()} at the end (more than the cores: others worked, too)");
        text.AppendLine(CultureInfo.InvariantCulture, $"- {server}, on the same machine; Npgsql {Version(typeof(NpgsqlConnection).Assembly)}");
        text.AppendLine(CultureInfo.InvariantCulture, $"- SQLite {SqliteVersion()}; a file with WAL and synchronous = FULL\n");
        AppendRatios(text, samples);
        AppendSystems(text, samples.Keys.Select(static cell => cell.Subject).Distinct());
        foreach (IGrouping<Row, KeyValuePair<(Subject Subject, Row Row), List<Sample>>> row in
            samples.Where(static cell => cell.Value.Count > 0).GroupBy(static cell => cell.Key.Row))
        {
            text.AppendLine(CultureInfo.InvariantCulture, $"## {row.Key.Title}\n");
            AppendRow(text, [.. row]);
        }

        return text.Append("## Read it\n\n").AppendLine(Notes).ToString();
    }

    private static void AppendRatios(StringBuilder text, IReadOnlyDictionary<(Subject Subject, Row Row), List<Sample>> samples)
    {
        text.AppendLine("## Where this product stands\n\nMore than 1 is ahead; bold is behind.\n\n| | ratio |\n|---|---:|");
        Ratio("two messages, PostgreSQL, against Wolverine with stored messages", "workflow-postgresql", "wolverine-postgresql", TwoMessages.Row, Names.Rate);
        Ratio("the same with effects in the transaction of the state", "workflow-scope-postgresql", "wolverine-postgresql", TwoMessages.Row, Names.Rate);
        Ratio("two messages, SQLite with FULL on both sides", "workflow-sqlite", "wolverine-sqlite", TwoMessages.Row, Names.Rate);
        Ratio("client and host against a bare application, PostgreSQL", "workflow-postgresql", "application-postgresql", TwoMessages.Row, Names.Rate);
        Ratio("client and host against a bare application, SQLite", "workflow-sqlite", "application-sqlite", TwoMessages.Row, Names.Rate);
        Ratio(
            "message to an idle instance, PostgreSQL, against Wolverine with stored messages",
            "wolverine-postgresql", "workflow-postgresql", Waiting.Row, Names.Idle);
        Ratio("starts of instances that wait, PostgreSQL, against Wolverine", "workflow-postgresql", "wolverine-postgresql", Waiting.Row, Names.Rate);
        Ratio("five steps from a start, PostgreSQL, against Wolverine", "workflow-postgresql", "wolverine-postgresql", FiveSteps.Row, Names.Rate);
        Ratio("five steps in memory, against Wolverine in memory", "workflow-memory", "wolverine-memory", FiveSteps.Row, Names.Rate);
        text.AppendLine();

        void Ratio(string title, string above, string below, Row row, string name)
        {
            double ratio = Value(above, row, name) / Value(below, row, name);
            string number = double.IsNaN(ratio) ? "not measured" : SampleText.Number(ratio);
            text.AppendLine(CultureInfo.InvariantCulture, $"| {title} | {(ratio < 1 ? $"**{number}**" : number)} |");
        }

        double Value(string id, Row row, string name) =>
            samples.Where(cell => cell.Key.Subject.Id == id && cell.Key.Row == row).Select(cell => Median(cell.Value, name)).FirstOrDefault() ?? double.NaN;
    }

    private static void AppendSystems(StringBuilder text, IEnumerable<Subject> subjects)
    {
        text.AppendLine("## Systems\n\n| system | version | what is durable |\n|---|---|---|");
        foreach (Subject subject in subjects.DistinctBy(static subject => (subject.Title, subject.Promise)))
        {
            text.AppendLine(CultureInfo.InvariantCulture, $"| {subject.Title} | {Version(Assembly.Load(subject.Library))} | {subject.Promise} |");
        }

        text.AppendLine();
    }

    private static void AppendRow(StringBuilder text, KeyValuePair<(Subject Subject, Row Row), List<Sample>>[] cells)
    {
        string[] names = [.. cells.SelectMany(static cell => cell.Value).SelectMany(static sample => sample.Figures.Keys).Distinct()];
        text.AppendLine(CultureInfo.InvariantCulture, $"| system | database | {string.Join(" | ", names)} |");
        text.AppendLine(CultureInfo.InvariantCulture, $"|---|---|{string.Concat(Enumerable.Repeat("---:|", names.Length))}");
        foreach (((Subject subject, _), List<Sample> measured) in cells)
        {
            string start = $"| {subject.Title} | {subject.Engine} |";
            string? reason = measured.All(static sample => sample.NotMeasured is not null) ? measured[0].NotMeasured : null;
            text.AppendLine(reason is null
                ? $"{start} {string.Join(" | ", names.Select(name => Median(measured, name) is { } value ? Number(value) : "-"))} |"
                : $"{start} not measured: {reason.Replace('|', '/')}{string.Concat(Enumerable.Repeat(" |", names.Length))}");
        }

        text.AppendLine();

        static string Number(double value) => double.IsNaN(value) ? "never" : SampleText.Number(value);
    }

    private static double? Median(IEnumerable<Sample> samples, string name)
    {
        double[] values = [.. samples.Where(sample => sample.Figures.ContainsKey(name)).Select(sample => sample.Figures[name])];
        return values.Length == 0 ? null : Driving.Load.Median(values);
    }

    private static string Version(Assembly assembly) =>
        assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0] ?? assembly.GetName().Version!.ToString(3);

    private static string SqliteVersion()
    {
        using SqliteConnection connection = new("Data Source=:memory:");
        connection.Open();
        return connection.ServerVersion;
    }
}
