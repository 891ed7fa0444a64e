using System.Globalization;
using System.Text;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Runtime.Snapshots;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>
/// Depths, counts and numbers have limits, which are the same for a save and a load. Within the limits, the time is proportional to the size.
/// </summary>
[Rule("7.6.2")]
public sealed class SnapshotLimitTests
{
    private readonly Log _log = new();

    [Theory]
    [InlineData("nextRecord")]
    [InlineData("lastInstance")]
    [InlineData("lastBookmark")]
    public void Load_CounterExhausted_NamesIt(string counter)
    {
        Activity workflow = new Wait(_log, "A");
        string text = Forged.BodyOf(new Reloading(workflow, Lane.Fast).Start().Save());
        foreach (long number in (long[])[long.MaxValue, long.MaxValue - 1, -1])
        {
            byte[] forged = Forged.Replace(text, $"\"{counter}\":(\\d+)", string.Create(CultureInfo.InvariantCulture, $"\"{counter}\":{number}"));
            Assert.Contains(counter, Refuses(workflow, forged).Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Save_CounterExhausted_IsRefused()
    {
        Reloading running = new Reloading(new Wait(_log, "A"), Lane.Fast).Start();
        SnapshotState state = new() { InstanceId = running.InstanceId, NextRecordNumber = long.MaxValue };
        Assert.Contains("nextRecord", Assert.Throws<SnapshotException>(() => running.Save(state)).Message, StringComparison.Ordinal);
        running.Resume("A");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory]
    [InlineData(200, true)]
    [InlineData(20_000, false)]
    public void Save_ChainOfInnerExceptions_IsLimited(int depth, bool isSaved)
    {
        Exception chain = new InvalidOperationException("innermost");
        for (int i = 1; i < depth; i++)
        {
            chain = new InvalidOperationException("outer", chain);
        }

        AssertSaved(chain, isSaved);
    }

    [Theory]
    [InlineData(10, 100, true)]
    [InlineData(300, 1, false)]
    [InlineData(40, 2, false)]
    public void Save_TreeOfExceptions_IsLimited(int depth, int width, bool isSaved)
    {
        // Each level contains the same exception several times. Saved as text, the size would grow exponentially with the depth.
        Exception tree = new InvalidOperationException("innermost");
        for (int i = 1; i < depth; i++)
        {
            Exception inner = tree;
            tree = new AggregateException(
                "outer",
                width == 100 ? [inner, .. Enumerable.Range(0, width).Select(_ => new TimeoutException("late"))] : Enumerable.Repeat(inner, width));
        }

        AssertSaved(tree, isSaved);
    }

    [Fact]
    public void Load_ChainOfInnerExceptionsTooLong_IsRefused()
    {
        Activity workflow = Holding(new InvalidOperationException("boom"), out _);
        string text = Forged.BodyOf(new Reloading(workflow, Lane.Fast).Start().Save());
        string one = Forged.Match(text, "\\{\"exception\":[^{}]*\\{\\}\\}");
        int first = Forged.PlaceOf(text, "exception");
        StringBuilder chain = new(
            one.Insert(
                one.IndexOf(",\"arguments\"", StringComparison.Ordinal),
                string.Create(CultureInfo.InvariantCulture, $",\"inner\":{Forged.CountOf(text)}")));
        text = text.Replace(one, chain.ToString(), StringComparison.Ordinal);
        chain.Clear();
        const int Depth = 20_000;
        int next = Forged.CountOf(text);
        Assert.True(first < next);
        for (int i = 0; i < Depth; i++)
        {
            string link = i == Depth - 1 ? string.Empty : string.Create(CultureInfo.InvariantCulture, $",\"inner\":{next + i + 1}");
            chain.Append(',').Append(one.Insert(one.IndexOf(",\"arguments\"", StringComparison.Ordinal), link));
        }

        Assert.Contains("inner", Refuses(workflow, Forged.Sealed(Forged.WithMoreObjects(text, chain.ToString()))).Message, StringComparison.Ordinal);
    }

    /// <summary>A chain of argument locations, each bound to the next. Following every chain to its end for each location would take quadratic time.</summary>
    [Fact]
    public void Load_ChainOfBoundLocations_IsRefusedInLinearTime()
    {
        Variable<int> number = new("number", 1);
        DynamicActivity activity = new()
        {
            Properties = { new DynamicActivityProperty { Name = "Through", Type = typeof(InOutArgument<int>) } },
            Implementation = () => new Wait(_log, "A"),
        };
        activity.Properties[0].Value = new InOutArgument<int>(number);
        Sequence workflow = new() { Variables = { number }, Activities = { activity } };
        string text = Forged.BodyOf(new Reloading(workflow, Lane.Fast).Start().Save());
        string inner = Forged.Match(text, "\"bound\":\\{\"Through\":\\[\\d+,");
        int next = Forged.CountOf(text), last = Forged.PlaceOf(text, "variables");
        text = text.Replace(inner + "\"number\"", LeadsTo(next) + "\"Through\"", StringComparison.Ordinal);
        StringBuilder chain = new();
        const int Length = 20_000;
        for (int i = 0; i < Length; i++)
        {
            // These are environments of activities that have ended. The last one is bound to the variable.
            bool isLast = i == Length - 1;
            chain.Append(
                CultureInfo.InvariantCulture,
                $",{{\"environment\":\"{activity.Id}\",{LeadsTo(isLast ? last : next + i + 1)}\"{(isLast ? "number" : "Through")}\"]}}}}");
        }

        Assert.Contains("leads", Refuses(workflow, Forged.Sealed(Forged.WithMoreObjects(text, chain.ToString()))).Message, StringComparison.Ordinal);
    }

    private static string LeadsTo(int place) => string.Create(CultureInfo.InvariantCulture, $"\"bound\":{{\"Through\":[{place},");

    private static SnapshotException Refuses(Activity workflow, byte[] data) =>
        Assert.Throws<SnapshotException>(() => new Reloading(workflow, Lane.Fast).Load(data));

    private Probe Holding(Exception exception, out Variable<Exception> variable)
    {
        Variable<Exception> held = variable = new Variable<Exception>("held", _ => exception);
        Probe root = new(_log, "root") { PrivateVariables = { held } };
        root.Body = context => context.CreateBookmark("go", root.Resumed);
        return root;
    }

    private void AssertSaved(Exception exception, bool isSaved)
    {
        Probe root = Holding(exception, out Variable<Exception> held);
        Exception? found = null;
        root.OnResume = (context, _, _) => found = held.Get(context);
        Reloading running = new Reloading(root, Lane.Fast).Start();
        if (isSaved)
        {
            running.Reload();
        }
        else
        {
            Assert.Contains("inner exceptions", Assert.Throws<SnapshotException>(() => running.Save()).Message, StringComparison.Ordinal);
        }

        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        if (isSaved)
        {
            Assert.NotSame(exception, found);
            Assert.Equal(exception.ToString(), found?.ToString());
        }
        else
        {
            Assert.Same(exception, found);
        }
    }
}
