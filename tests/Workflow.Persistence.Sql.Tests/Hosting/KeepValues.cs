using System.Text.Json;

namespace Workflow.Persistence.Sql.Tests.Hosting;

/// <summary>An activity with one variable for each kind of value. Waits at the bookmark 'go', and then returns the values of the variables as texts.</summary>
internal sealed class KeepValues : NativeActivity<List<string>>
{
    private readonly List<Kept> _kept =
    [
        Of("v1", new List<int> { 1, 2 }), Of("v2", new[] { "a", null }), Of("v3", new Dictionary<string, List<decimal?>> { ["k"] = [1.50m, null] }),
        Of("v4", new HashSet<Guid> { Guid.Parse("01234567-89ab-cdef-0123-456789abcdef") }),
        Of("v5", new Queue<DateTimeOffset>([new(2030, 1, 2, 3, 4, 5, TimeSpan.FromHours(2))])), Of("v6", new Line("bolt", 3, new Line("nut", 3, null))),
        Of<Line?>("v7", null), Of("v8", new Basket { new("bolt", 3, null) }), Of<object>("v9", new Line("as object", 1, null)),
        Of<IReadOnlyList<Line>>("v10", new List<Line> { new("in a list", 2, null) }), Of("v11", (DayOfWeek.Friday, TimeSpan.FromDays(3))),
        Of("v12", new Tuple<int, List<byte[]>>(7, [[1, 2]])), Of<int?>("v13", null), Of<int?>("v14", 5), Of("v15", "\0\u00e9\ud83d\ude00"),
        Of("v16", double.MaxValue), Of("v17", new Uri("urn:a")), Of("v18", new Version(1, 2)), Of("v19", DateOnly.FromDayNumber(700_000)),
        Of("v20", new KeyValuePair<string, Line?>("k", null)),
    ];

    /// <summary>The value of an additional variable named 'unsavable'. Null if there is no such variable.</summary>
    public object? Unsavable { get; init; }

    protected override bool CanInduceIdle => true;

    /// <summary>The texts of the values that the variables have before a save.</summary>
    public static IEnumerable<string> Expected => new KeepValues()._kept.Select(kept => kept.Text);

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        if (Unsavable is not null)
        {
            Variable<object> variable = new("unsavable");
            _kept.Add(new Kept(variable, "", context => variable.Set(context, Unsavable), _ => ""));
        }

        _kept.ForEach(kept => metadata.AddImplementationVariable(kept.Variable));
    }

    protected override void Execute(NativeActivityContext context)
    {
        _kept.ForEach(kept => kept.Set(context));
        context.CreateBookmark("go", OnResumed);
    }

    private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value) =>
        Result!.Set(context, _kept.ConvertAll(kept => kept.Read(context)));

    private static Kept Of<T>(string name, T value)
    {
        Variable<T> variable = new(name);
        return new Kept(variable, Text(value), context => variable.Set(context, value), context => Text(variable.Get(context)));
    }

    private static string Text<T>(T? value) => $"{value?.GetType()}: {JsonSerializer.Serialize<object?>(value, JsonOptions)}";

    private static readonly JsonSerializerOptions JsonOptions = new() { IncludeFields = true };

    private sealed record Kept(Variable Variable, string Text, Action<NativeActivityContext> Set, Func<NativeActivityContext, string> Read);

    internal sealed record Line(string Name, int Count, Line? Part);

    internal sealed class Basket : List<Line>;
}
