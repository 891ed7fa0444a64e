using System.Globalization;
using System.Text.RegularExpressions;
using OrderApproval.Tests.Documents;

namespace Workflow.Extensions.Hosting.Tests.Documents;

/// <summary>Tests that the page about logging lists the events of all packages in the category of the host, and that no two events share an id.</summary>
public sealed partial class LogPageTests
{
    [Fact]
    public void Ids_OfAllPackages_AreUniqueAndDocumented()
    {
        string[] packages =
            ["extensions/Workflow.Extensions.Hosting", "extensions/Workflow.Extensions.Hosting.Sql", "extensions/Workflow.Extensions.AspNetCore"];
        List<(int Id, string Level)> logged =
        [
            .. packages.SelectMany(package => Directory.EnumerateDirectories(Checkout.PathOf(package)))
                .Where(folder => Path.GetFileName(folder) is not ("bin" or "obj"))
                .SelectMany(folder => Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories))
                .SelectMany(file => Message().Matches(File.ReadAllText(file)))
                .Select(message => (Number(message.Groups[1].Value), message.Groups[2].Value))
                .Order(),
        ];
        List<(int Id, string Level)> documented =
        [
            .. Row().Matches(File.ReadAllText(Checkout.PathOf("docs/host/dependency-injection-and-logging.md")).Split("The category `Workflow.Host`")[1])
                .SelectMany(row => row.Groups[1].Value.Split(", ").Select(id => (Number(id), row.Groups[2].Value)))
                .Order(),
        ];
        Assert.Equal(documented, logged);
        Assert.Equal(logged.Count, logged.DistinctBy(message => message.Id).Count());
    }

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"\[LoggerMessage\(\s*(\d+),\s*LogLevel\.(\w+)")]
    private static partial Regex Message();

    [GeneratedRegex(@"^\| ([\d, ]+) \| (\w+) \|", RegexOptions.Multiline)]
    private static partial Regex Row();
}
