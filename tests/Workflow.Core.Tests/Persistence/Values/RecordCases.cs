using static Workflow.Core.Tests.Persistence.Values.ValueCase;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Records of applications.</summary>
internal static class RecordCases
{
    public static IEnumerable<ValueCase> All() =>
    [
        Exact("record", new Line("a", 2)),
        Exact("record with null", new Line(null!, 2)),
        Exact("record with more", () => new More("a", 2) { Note = "n" }, value => value.ToString()),
        Exact("record derived", () => new Priced("a", 2, 3.50m), value => value.ToString()),
        Exact("record with private state", () => new Stateful("a").Count(), value => value.Counted),
        Exact("record with a computed member", () => new Computed(2), value => value.Twice),
    ];

    private sealed record Line(string Name, int Amount);

    private sealed record More(string Name, int Amount)
    {
        public string? Note { get; set; }
    }

    private record Named(string Name);

    private sealed record Priced(string Name, int Amount, decimal Price) : Named(Name);

    private sealed record Stateful(string Name)
    {
        private int _count;

        public int Counted => _count;

        public Stateful Count()
        {
            _count++;
            return this;
        }
    }

    private sealed record Computed(int Number)
    {
        public int Twice => Number * 2;
    }
}
