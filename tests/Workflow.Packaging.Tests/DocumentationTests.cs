using System.Globalization;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Workflow.Packaging.Tests;

/// <summary>Tests that the documentation file in a package has the public members only, and names the page of each cited rule.</summary>
[Collection(PackageCollection.Name)]
public sealed partial class DocumentationTests(PackedPackages packages)
{
    /// <summary>The names of members that the compiler generates; the name of the method that clones a record is empty here.</summary>
    private static readonly string[] Generated = ["#ctor", "Equals", "GetHashCode", "ToString", "op_Equality", "op_Inequality", string.Empty];

    [Theory]
    [InlineData("Workflow.Core")]
    [InlineData("Workflow.Extensions.AspNetCore")]
    [InlineData("Workflow.Extensions.Hosting")]
    [InlineData("Workflow.Extensions.Hosting.Sql")]
    [InlineData("Workflow.Interop.Legacy")]
    [InlineData("Workflow.Persistence.Conformance")]
    [InlineData("Workflow.Persistence.Sql")]
    [InlineData("Workflow.Testing")]
    [InlineData("Workflow.Tracking.Etw")]
    public void Documentation_OfThePackage_HasThePublicMembersOnly(string package)
    {
        Dictionary<string, int> surface = Surface(package).CountBy(name => name).ToDictionary();
        Dictionary<string, int> documented = Members(package).Select(member => Name(member.Attribute("name")!.Value)).CountBy(name => name).ToDictionary();
        Assert.DoesNotContain(documented, member => member.Value > surface.GetValueOrDefault(member.Key));

        // Constructors, and the members for equality and text of a record, have no documentation if the compiler generates them.
        Assert.DoesNotContain(
            surface,
            member => member.Value > documented.GetValueOrDefault(member.Key) && !Generated.Contains(member.Key[(member.Key.LastIndexOf('.') + 1)..]));
    }

    [Theory]
    [InlineData("Workflow.Core")]
    [InlineData("Workflow.Extensions.AspNetCore")]
    [InlineData("Workflow.Extensions.Hosting")]
    [InlineData("Workflow.Extensions.Hosting.Sql")]
    [InlineData("Workflow.Interop.Legacy")]
    [InlineData("Workflow.Persistence.Conformance")]
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

    /// <summary>Returns the names in the reviewed public API: "T:" with the name of each type, "M:" with the names of the type and of each member.</summary>
    private static IEnumerable<string> Surface(string package)
    {
        string type = string.Empty;
        foreach (string line in File
            .ReadLines(Path.Combine(PackedPackages.Root, "tests", "Workflow.PublicApi.Tests", $"{package}.PublicApi.txt"))
            .Where(line => line.Length > 0))
        {
            if (line[0] != ' ')
            {
                type = Arguments().Replace(
                    TypeLine().Match(line).Groups["name"].Value,
                    match => string.Create(CultureInfo.InvariantCulture, $"`{match.Value.Count(letter => letter == ',') + 1}"));
                yield return $"T:{type}";
                continue;
            }

            string name = MemberLine().Match(line).Groups["name"].Value;
            string simple = type.Split('.')[^1].Split('`')[0];
            yield return $"M:{type}.{(name == simple ? "#ctor" : name == "this" ? "Item" : name)}";
        }
    }

    /// <summary>Returns the name of a documented member as in the public API, without the parameters that distinguish overloads.</summary>
    private static string Name(string id)
    {
        string name = id.Split('(', '~')[0];
        return name.StartsWith("T:", StringComparison.Ordinal) ? name : $"M:{name[2..].Split("``")[0]}";
    }

    [GeneratedRegex(@"\b(?:(?:class|struct|interface|enum) |delegate [^(]* )(?<name>(?:Workflow|Microsoft)(?:[\w.]|<[^>]*>)*)")]
    private static partial Regex TypeLine();

    [GeneratedRegex("<[^>]*>")]
    private static partial Regex Arguments();

    /// <summary>
    /// Matches the name of a member. Parentheses follow the name of a method, and braces follow the name of a property.
    /// The name of a field or event is the last word of the line or precedes the value of a constant.
    /// </summary>
    [GeneratedRegex(@"^ +(?:\[[^\]]*\] )*[^({=]*?(?:(?<name>this)\[|(?<name>\w+)(?:<[^()<>]*>)?(?:\(| \{| = |$))")]
    private static partial Regex MemberLine();

    [GeneratedRegex(@"\brules?\s+\d+(?:\.\d+)*(?:(?:, | and | to )\d+(?:\.\d+)*)*(?: of \S+\.md)?")]
    private static partial Regex Citation();
}
