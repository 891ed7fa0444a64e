using Workflow.Architecture.Tests.Reading;

namespace Workflow.Architecture.Tests.Rules;

/// <summary>
/// The rule that only few types of a package all reach each other by their references. Such a set can only be read, tested and changed as a whole.
/// Nested types and types that the compiler generates count as a part of the top-level type around them.
/// </summary>
internal static class TypeSets
{
    /// <summary>The maximum number of types in a set that is no exception.</summary>
    public const int Limit = 12;

    /// <summary>The larger sets. A limit equals the number of types of today: a set that has lost types cannot grow back.</summary>
    public static readonly IReadOnlyList<LargeSet> Exceptions =
    [
        new(
            "Workflow.Activity",
            119,
            "WF4's public model: activities, arguments, contexts and delegates, of which 34 are arities of ActivityAction and ActivityFunc, name each other in their signatures"),
        new("Workflow.Interop.Legacy.ComponentModel.Activity", 32, "WF3's public model: activities, contexts, conditions and changes name each other in their signatures"),
        new("Workflow.Interop.Legacy.Runtime.WorkflowRuntime", 21, "WF3's runtime, its services and its instances name each other in their public signatures"),
    ];

    /// <summary>Returns the sets of two or more types that all reach each other, the largest first.</summary>
    public static IReadOnlyList<IReadOnlyList<string>> In(IEnumerable<Dependency> dependencies) =>
        Cycles.In(dependencies.Select(static use => (use.From, use.To)));

    /// <summary>Returns the sets that are larger than their limit, and the exceptions that are larger than their set.</summary>
    /// <param name="dependencies">The references between the types of one package.</param>
    /// <param name="types">The types of the package.</param>
    /// <param name="exceptions">The sets that may be larger than <see cref="Limit"/>.</param>
    public static IReadOnlyList<string> Violations(
        IReadOnlyCollection<Dependency> dependencies, IReadOnlyCollection<TypeNode> types, IReadOnlyCollection<LargeSet> exceptions)
    {
        IReadOnlyList<IReadOnlyList<string>> sets = In(dependencies);
        return
        [
            .. sets.Select(set => Violation(set, types, exceptions.FirstOrDefault(exception => set.Contains(exception.Member)))).OfType<string>(),
            .. exceptions
                .Where(exception => types.Any(type => type.Name == exception.Member))
                .Where(exception => !sets.Any(set => set.Count > Limit && set.Contains(exception.Member)))
                .Select(exception => $"'{exception.Member}' is in no set of more than {Limit} types; remove its exception"),
        ];
    }

    private static string? Violation(IReadOnlyList<string> set, IReadOnlyCollection<TypeNode> types, LargeSet? exception)
    {
        int limit = exception?.Limit ?? Limit;
        return set.Count > limit ? $"{set.Count} types reach each other, and at most {limit} may:{Environment.NewLine}{ByFolder(set, types)}"
            : set.Count > Limit && set.Count < limit ? $"the set of '{exception!.Member}' has {set.Count} types; lower its limit of {limit}"
            : null;
    }

    /// <summary>Returns the members of a set as one line for each folder.</summary>
    public static string ByFolder(IReadOnlyList<string> set, IEnumerable<TypeNode> types)
    {
        ILookup<string, TypeNode> nodes = types.ToLookup(type => type.Name);
        return string.Join(
            Environment.NewLine,
            set.GroupBy(name => nodes[name].First().Place.Folder)
                .OrderBy(group => group.Key, StringComparer.Ordinal)
                .Select(group => $"  {group.Key}: {string.Join(", ", group.Select(static name => name[(name.LastIndexOf('.') + 1)..]))}"));
    }
}
