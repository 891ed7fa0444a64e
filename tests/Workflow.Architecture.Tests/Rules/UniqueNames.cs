using Workflow.Architecture.Tests.Reading;

namespace Workflow.Architecture.Tests.Rules;

/// <summary>The rule that a type of the product has a name of its own, over all packages. Nested types do not count.</summary>
internal static class UniqueNames
{
    private const string Models = "WF3 and WF4 both have it in their public model";

    /// <summary>The names that two types have, each with the reason.</summary>
    public static readonly IReadOnlyDictionary<string, string> Exceptions = new Dictionary<string, string>
    {
        ["Activity"] = Models,
        ["CodeActivity"] = Models,
        ["TrackingProfile"] = Models,
        ["TrackingRecord"] = Models,
        ["ValidationError"] = Models,
        ["WorkflowTerminatedException"] = Models,
    };

    /// <summary>Returns the names that several types have, without the exceptions, and the exceptions that only one type has.</summary>
    public static IReadOnlyList<string> Violations(IEnumerable<TypeNode> types, IReadOnlyDictionary<string, string> exceptions)
    {
        Dictionary<string, string[]> shared = Shared(types);
        return
        [
            .. shared.Where(name => !exceptions.ContainsKey(name.Key)).Select(name => $"{name.Key}: {string.Join(", ", name.Value)}"),
            .. exceptions.Keys.Where(name => !shared.ContainsKey(name)).Select(name => $"{name} is an exception, and at most one type has this name"),
        ];
    }

    /// <summary>Returns the simple names that several types have, each with the full names. The number of type parameters is a part of the name.</summary>
    public static Dictionary<string, string[]> Shared(IEnumerable<TypeNode> types) => types
        .GroupBy(static type => type.Name[(type.Name.LastIndexOf('.') + 1)..])
        .Where(static group => group.Count() > 1)
        .OrderBy(static group => group.Key, StringComparer.Ordinal)
        .ToDictionary(static group => group.Key, static group => group.Select(static type => type.Name).Order(StringComparer.Ordinal).ToArray());
}
