using System.Text.Json.Serialization;
using static Workflow.Core.Tests.Persistence.Values.ValueCase;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Members with the attributes of System.Text.Json.</summary>
internal static class AttributeCases
{
    public static IEnumerable<ValueCase> All() =>
    [
        Exact("class with [JsonIgnore]", () => new Ignoring { Kept = 1, Left = 2 }, value => value.Kept),
        Exact("class with [JsonIgnore] that its constructor fills", () => new IgnoringLock { Kept = 1 }, value => (value.Kept, value.Works())),
        Exact("class with [JsonIgnore] when null", () => new IgnoringNull(), value => value.Text is null),
        Exact("class with [JsonPropertyName]", () => new Renamed { Number = 1, Other = 2 }, value => (value.Number, value.Other)),
        Exact("class with [JsonPropertyName] like a sign", () => new Signed { Number = 1 }, value => value.Number),
        Exact("class with [JsonConstructor]", () => new Chosen(1), value => value.Number),
        Exact("class with [JsonInclude]", () => new Including(), value => value.Show()),
        Exact("class with [JsonExtensionData]", () => new Extended { More = new() { ["a"] = 1 } }, value => value.More!["a"]),
        Exact("class with callbacks", () => new CalledBack { Number = 1 }, value => (value.Number, value.IsComplete)),
        Refused("class whose ignored member needs a constructor that throws", () => IgnoringStrict.Make(), "[JsonIgnore]"),
    ];

    private sealed class Ignoring
    {
        public int Kept { get; set; }

        [JsonIgnore]
        public int Left { get; set; }
    }

    private sealed class IgnoringLock
    {
        [JsonIgnore]
        private readonly SemaphoreSlim _gate = new(1);

        public int Kept { get; set; }

        public bool Works() => _gate.CurrentCount == 1;
    }

    private sealed class IgnoringNull
    {
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public string? Text { get; set; }
    }

    private sealed class Renamed
    {
        [JsonPropertyName("other")]
        public int Number { get; set; }

        [JsonPropertyName("number")]
        public int Other { get; set; }
    }

    private sealed class Signed
    {
        [JsonPropertyName("@same")]
        public int Number { get; set; }
    }

    private sealed class Chosen
    {
        public Chosen()
        {
        }

        [JsonConstructor]
        public Chosen(int number) => Number = number;

        public int Number { get; }
    }

    private sealed class Including
    {
        [JsonInclude]
        private int Number { get; set; } = 5;

        public int Show() => Number;
    }

    private sealed class Extended
    {
        [JsonExtensionData]
        public Dictionary<string, object>? More { get; set; }
    }

    private sealed class CalledBack : IJsonOnDeserialized
    {
        [JsonIgnore]
        public bool IsComplete { get; private set; } = true;

        public int Number { get; set; }

        public void OnDeserialized() => IsComplete = true;
    }

    private sealed class IgnoringStrict
    {
        private IgnoringStrict() => throw new InvalidOperationException("Use Make.");

        private IgnoringStrict(int number) => Kept = number;

        public int Kept { get; }

        [JsonIgnore]
        public int Left { get; set; }

        public static IgnoringStrict Make() => new(1);

        public static IgnoringStrict Fail() => new();
    }
}
