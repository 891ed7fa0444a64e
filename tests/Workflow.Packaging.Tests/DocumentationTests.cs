using System.Globalization;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Workflow.Packaging.Tests;

/// <summary>The documentation file in a package: it documents what users can call, in terms that they can look up.</summary>
[Collection(PackageCollection.Name)]
public sealed partial class DocumentationTests(PackedPackages packages)
{
    [Theory]
    [InlineData("Workflow.Core")]
    [InlineData("Workflow.Extensions.AspNetCore")]
    [InlineData("Workflow.Extensions.Hosting")]
    [InlineData("Workflow.Extensions.Hosting.Sql")]
    [InlineData("Workflow.Interop.Legacy")]
    [InlineData("Workflow.Persistence.Sql")]
    [InlineData("Workflow.Testing")]
    [InlineData("Workflow.Tracking.Etw")]
    public void Documentation_OfThePackage_HasThePublicMembersOnly(string package)
    {
        Dictionary<string, int> surface = Surface(package).CountBy(name => name).ToDictionary();
        Dictionary<string, int> documented = Members(package).Select(member => Name(member.Attribute("name")!.Value)).CountBy(name => name).ToDictionary();
        Assert.DoesNotContain(documented, member => member.Value > surface.GetValueOrDefault(member.Key));

        // A constructor that the compiler makes is public and has no documentation.
        Assert.DoesNotContain(surface, member => member.Value > documented.GetValueOrDefault(member.Key) && !member.Key.EndsWith(".#ctor", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("Workflow.Core")]
    [InlineData("Workflow.Extensions.AspNetCore")]
    [InlineData("Workflow.Extensions.Hosting")]
    [InlineData("Workflow.Extensions.Hosting.Sql")]
    [InlineData("Workflow.Interop.Legacy")]
    [InlineData("Workflow.Persistence.Sql")]
    [InlineData("Workflow.Testing")]
    [InlineData("Workflow.Tracking.Etw")]
    public void Documentation_OfThePackage_NamesThePageOfEachRule(string package)
    {
        string[] citations = [.. Members(package).SelectMany(member => Citation().Matches(member.Value)).Select(match => match.Value)];
        Assert.DoesNotContain(citations, citation => !citation.EndsWith(" of docs/reference/semantics.md", StringComparison.Ordinal));
        Assert.Equal(package == "Workflow.Core", citations.Length > 100);
    }

    private IEnumerable<XElement> Members(string package) =>
        XDocument.Parse(packages.TextOf(packages.Source, package, $"lib/net10.0/{package}.xml")).Descendants("member");

    /// <summary>The reviewed surface: "T:" and the name of each type, "M:" and the name of each member with the name of its type.</summary>
    private static IEnumerable<string> Surface(string package)
    {
        string type = string.Empty;
        foreach (string line in File.ReadLines(Path.Combine(PackedPackages.Root, "tests", "Workflow.PublicApi.Tests", $"{package}.PublicApi.txt")).Where(line => line.Length > 0))
        {
            if (line[0] != ' ')
            {
                type = Arguments().Replace(TypeLine().Match(line).Groups["name"].Value, match => string.Create(CultureInfo.InvariantCulture, $"`{match.Value.Count(letter => letter == ',') + 1}"));
                yield return $"T:{type}";
                continue;
            }

            string name = MemberLine().Match(line).Groups["name"].Value;
            string simple = type.Split('.')[^1].Split('`')[0];
            yield return $"M:{type}.{(name == simple ? "#ctor" : name == "this" ? "Item" : name)}";
        }
    }

    /// <summary>The name of a documented member as in the surface, without what tells overloads apart.</summary>
    private static string Name(string id)
    {
        string name = id.Split('(', '~')[0];
        return name.StartsWith("T:", StringComparison.Ordinal) ? name : $"M:{name[2..].Split("``")[0]}";
    }

    [GeneratedRegex(@"\b(?:(?:class|struct|interface|enum) |delegate [^(]* )(?<name>(?:Workflow|Microsoft)(?:[\w.]|<[^>]*>)*)")]
    private static partial Regex TypeLine();

    [GeneratedRegex("<[^>]*>")]
    private static partial Regex Arguments();

    /// <summary>A method has parentheses, a property braces; of a field and of an event the name is the last word, before the value of a constant.</summary>
    [GeneratedRegex(@"^ +(?:\[[^\]]*\] )*[^({=]*?(?:(?<name>this)\[|(?<name>\w+)(?:<[^()<>]*>)?(?:\(| \{| = |$))")]
    private static partial Regex MemberLine();

    [GeneratedRegex(@"\brules?\s+\d+(?:\.\d+)*(?:(?:, | and | to )\d+(?:\.\d+)*)*(?: of \S+\.md)?")]
    private static partial Regex Citation();
}
