using System.Globalization;
using Workflow.Architecture.Tests.Reading;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests.Measures;

/// <summary>Measures of the compiled packages.</summary>
internal static class TypeMeasures
{
    private const int Shown = 10;

    /// <summary>Returns the sets of types of each package that all reach each other and are not small.</summary>
    public static IEnumerable<string> LargestSets()
    {
        foreach (string package in Packages.All)
        {
            AssemblyGraph graph = AssemblyGraph.Of(package);
            IReadOnlyList<IReadOnlyList<string>> sets = TypeSets.In(graph.Dependencies);
            yield return $"{package}: {string.Join(", ", sets.Where(static set => set.Count > 2).Take(Shown).Select(static set => set.Count))}";
            foreach (IReadOnlyList<string> set in sets.Where(static set => set.Count > TypeSets.Limit))
            {
                yield return $"  {set.Count} types{Environment.NewLine}  {TypeSets.ByFolder(set, graph.Types).ReplaceLineEndings(Environment.NewLine + "  ")}";
            }
        }
    }

    /// <summary>
    /// Returns the internal types with state that most methods of other types take, each with the number of these methods and of their types, and with the
    /// number of uses of its fields and properties by other types.
    /// </summary>
    public static IEnumerable<string> MostHandedOn() => Packages.All
        .SelectMany(static package =>
        {
            MemberUses uses = MemberUses.Read(package);
            HashSet<string> inner = [.. AssemblyGraph.Of(package).Types.Where(static type => !type.IsPublic).Select(static type => type.Name)];
            ILookup<string, (string From, string To)> members = uses.Uses.ToLookup(static use => use.To);
            return uses.Parameters
                .Where(parameter => inner.Contains(parameter.Type) && uses.MutableTypes.Contains(parameter.Type) && parameter.Owner != parameter.Type)
                .GroupBy(static parameter => parameter.Type)
                .Select(group => (
                    Type: group.Key,
                    Methods: group.Count(),
                    Owners: group.Select(static parameter => parameter.Owner).Distinct().Count(),
                    Uses: members[group.Key].Count(),
                    Users: members[group.Key].Select(static use => use.From).Distinct().Count()));
        })
        .OrderByDescending(static type => type.Methods)
        .Take(Shown)
        .Select(static type => string.Create(
            CultureInfo.InvariantCulture,
            $"{type.Type}: {type.Methods} methods of {type.Owners} types take it; {type.Uses} uses of its fields and properties in {type.Users} types"));

    /// <summary>Returns the internal static classes most of whose methods take the same internal type with state as their first parameter.</summary>
    public static IEnumerable<string> StaticBehavior() => Packages.All.SelectMany(static package =>
    {
        MemberUses uses = MemberUses.Read(package);
        HashSet<string> inner = [.. AssemblyGraph.Of(package).Types.Where(static type => !type.IsPublic).Select(static type => type.Name)];
        return uses.Parameters
            .Where(parameter => inner.Contains(parameter.Owner) && uses.StaticClasses.Contains(parameter.Owner))
            .GroupBy(static parameter => parameter.Owner)
            .SelectMany(owner =>
            {
                int methods = owner.Select(static parameter => parameter.Method).Distinct().Count();
                return owner.Where(parameter => parameter.Position == 0 && inner.Contains(parameter.Type) && uses.MutableTypes.Contains(parameter.Type))
                    .GroupBy(static parameter => parameter.Type)
                    .Select(state => (Class: owner.Key, State: state.Key, Methods: state.Select(static parameter => parameter.Method).Distinct().Count()))
                    .Where(found => found.Methods > 1 && found.Methods * 2 > methods);
            })
            .OrderBy(static found => found.Class, StringComparer.Ordinal)
            .Select(static found => $"{found.Class}: {found.Methods} methods work on {found.State}");
    });

    /// <summary>Returns the names that several types of the product have.</summary>
    public static IEnumerable<string> SharedNames() => UniqueNames.Shared(Packages.All.SelectMany(static package => AssemblyGraph.Of(package).Types))
        .Select(static name => $"{name.Key}: {string.Join(", ", name.Value)}");
}
