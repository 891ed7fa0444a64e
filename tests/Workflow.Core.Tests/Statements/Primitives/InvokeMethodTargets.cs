using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>A task that completes when the test opens the gate.</summary>
internal sealed class Gate
{
    private readonly TaskCompletionSource _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task EnterAsync() => _opened.Task;

    public void Open() => _opened.SetResult();
}

/// <summary>An object with methods to call.</summary>
internal class Target(Log log)
{
    public string Name { get; init; } = "nameless";

    public void Mark() => log.Add("marked");

    public void Say(int value) => log.Add($"{value}");

    public string Shout() => Name + "!";

    public virtual string Kind() => "base";
}

internal sealed class DerivedTarget(Log log) : Target(log)
{
    public override string Kind() => "derived";

    public void OnlyHere()
    {
    }
}

/// <summary>Static methods to call, with various signatures.</summary>
internal static class Methods
{
    public static int Add(int left, int right) => left + right;

    public static void Nothing()
    {
    }

    public static string NameOf<T>(int number) => $"{typeof(T).Name} {number}";

    public static string StructOnly<T>()
        where T : struct => typeof(T).Name;

    public static string Join(string first, params int[] rest) => string.Join(' ', [first, .. rest.Select(number => $"{number}")]);

    public static string TypesOf(params object[] values) => string.Join(' ', values.Select(value => value.GetType().Name));

    public static long Total(params long[] values) => values.Sum();

    public static string Optional(string first, string second = "b") => $"{first}-{second}";

    public static string OptionalAndParams(string first, int second = 2, DayOfWeek? third = DayOfWeek.Friday, params int[] rest) =>
        $"{first} {second} {third} {string.Join(' ', rest)}".TrimEnd();

    public static string NotOptional(string first, int second, params int[] rest) => first;

    public static void OutAndRef(ref int counter, out string text)
    {
        text = $"was {counter}";
        counter++;
    }

    public static string Overloaded(int value) => "int";

    public static string Overloaded(long value) => "long";

    public static string Overloaded(object value) => "object";

    public static void Ambiguous(long left, int right)
    {
    }

    public static void Ambiguous(int left, long right)
    {
    }

    public static void Fail() => throw new InvalidTimeZoneException("boom");

    public static Task<int> SlowAsync(int value) => Task.FromResult(value);

    public static async ValueTask<int> SlowValueAsync(int value)
    {
        await Task.Yield();
        return value;
    }

    public static async ValueTask FailSlowlyAsValueAsync()
    {
        await Task.Yield();
        throw new InvalidTimeZoneException("boom");
    }

#pragma warning disable CA2012 // The caller awaits the value task that the object contains.
    public static object HiddenValueAsync(int value) => SlowValueAsync(value);
#pragma warning restore CA2012

    public static async Task FailSlowlyAsync()
    {
        await Task.Yield();
        throw new InvalidTimeZoneException("boom");
    }

    internal static void Hidden()
    {
    }
}
