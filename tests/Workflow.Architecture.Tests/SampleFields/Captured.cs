namespace Workflow.Architecture.Tests.SampleFields;

/// <summary>A sample with an untyped field of each kind, and with similar typed fields.</summary>
internal sealed class Captured(object captured, string text)
{
    private readonly object? _field = text;
    private readonly List<object> _typed = [];

    public static readonly object Static = new();

    public object? Property { get; set; }

    public Func<object> Value => () => _typed.Count == 0 ? captured : _field!;

    public sealed class Nested
    {
        private readonly object?[] _items = [];

        public int Count => _items.Length;
    }
}
