using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>
/// References to one object before a save refer to one object after the load, and references to distinct objects to distinct objects, wherever the references
/// are.
/// </summary>
[Rule("7.5.3")]
public sealed class SharedValueTests
{
    private const int Cases = 150;

    private readonly Log _log = new();

    /// <summary>The objects that the workflow has read at its end, by the name of their location.</summary>
    private readonly SortedDictionary<string, object?> _seen = new(StringComparer.Ordinal);

    [Fact]
    public void Save_ValueInQueue_KeepsIdentityOfVariables()
    {
        Box b = new(), c = new();
        Variable<Box> b1 = new("b1", _ => b), c1 = new("c1", _ => c), b2 = new("b2", _ => b);
        Workflow.Statements.Parallel work = new() { Branches = { Resumer(() => [new Box()]), new Persist() } };
        Note look = new(_log, context => $"{ReferenceEquals(b1.Get(context), b2.Get(context))} {ReferenceEquals(b1.Get(context), c1.Get(context))}");
        Reloading running = new Reloading(new Sequence { Variables = { b1, c1, b2 }, Activities = { work, look } }, Lane.Fast, Types()).Start();
        Assert.True(running.IsAtSave);
        running.Reload().End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("True False", _log.Entries[^1]);
    }

    /// <summary>Shares objects at random between variables, values of queued resumptions, and states of transaction requests.</summary>
    [Fact]
    [Trait("Category", RandomRounds.Category)]
    public void Save_SharedObjects_KeepsIdentity() => RandomRounds.Run(seed =>
    {
        Random random = new(seed);
        for (int i = 0; i < Cases; i++)
        {
            Pool pool = new(random);
            Activity workflow = Build(pool, random);
            string expected = Identities(new Reloading(workflow, Lane.Fast, Types()) { GoesOnAfterSaves = true }.Start());
            Reloading running = new Reloading(workflow, Lane.Fast, Types()).Start();
            Assert.True(running.IsAtSave);
            Assert.Empty(_seen);
            Assert.Equal(expected, Identities(running.Reload(i % 2 == 0 ? Lane.Slow : Lane.Fast)));
        }
    });

    private static TypeRegistry Types() => new TypeRegistry().Add<Box>("box");

    /// <summary>Returns which locations hold the same object: maps each location to the first location with its object.</summary>
    private string Identities(Reloading running)
    {
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        string text = string.Join(' ', _seen.Select(place => $"{place.Key}={_seen.First(other => ReferenceEquals(other.Value, place.Value)).Key}"));
        _seen.Clear();
        return text;
    }

    private Sequence Build(Pool pool, Random random)
    {
        Variable[] variables = [.. Enumerable.Range(0, random.Next(1, 7)).Select(i => Declare($"v{i}", pool, random))];
        Workflow.Statements.Parallel work = new();
        for (int i = random.Next(1, 4); i > 0; i--)
        {
            Box?[] values = [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => pool.Any())];
            work.Branches.Add(Resumer(() => values, $"resumer{i}"));
        }

        for (int i = random.Next(0, 3); i > 0; i--)
        {
            work.Branches.Add(new Requester($"request{i}", pool.Any(), _seen));
        }

        // The last branch, so that all reads happen after the load.
        work.Branches.Add(new Persist());
        Sequence workflow = new() { Activities = { work, Look(variables) } };
        foreach (Variable variable in variables)
        {
            workflow.Variables.Add(variable);
        }

        return workflow;
    }

    private static Variable Declare(string name, Pool pool, Random random)
    {
        Box? box = pool.Any();
        return random.Next(2) == 0 ? new Variable<object?>(name, _ => box) : new Variable<Box?>(name, _ => box);
    }

    private Note Look(Variable[] variables) => new(_log, context =>
    {
        foreach (Variable variable in variables)
        {
            _seen[variable.Name!] = variable.Get(context);
        }

        return "seen";
    });

    /// <summary>Returns an activity that resumes its own bookmarks, so that the values are queued.</summary>
    private Probe Resumer(Func<Box?[]> values, string name = "resumer")
    {
        Probe probe = new(_log, name);
        int received = 0;
        probe.Body = context =>
        {
            received = 0;
            foreach (Box? value in values())
            {
                context.ResumeBookmark(context.CreateBookmark(probe.Resumed), value);
            }
        };
        probe.OnResume = (_, _, value) => _seen[$"{name}.{received++}"] = value;
        return probe;
    }

    private sealed class Pool(Random random)
    {
        private readonly Box[] _boxes = [.. Enumerable.Range(0, 3).Select(_ => new Box())];

        public Box? Any() => random.Next(8) == 0 ? null : _boxes[random.Next(_boxes.Length)];
    }

    private sealed class Box
    {
        public int Number { get; set; }
    }

    /// <summary>Requests a transaction with a state. The request is granted when no other item runs.</summary>
    private sealed class Requester(string name, Box? state, IDictionary<string, object?> seen) : NativeActivity
    {
        private readonly Variable<RuntimeTransactionHandle> _handle = new("handle");

        protected override bool CanInduceIdle => true;

        protected override void CacheMetadata(NativeActivityMetadata metadata) => metadata.AddImplementationVariable(_handle);

        protected override void Execute(NativeActivityContext context)
        {
            RuntimeTransactionHandle handle = _handle.Get(context);
            context.Properties.Add(handle.ExecutionPropertyName, handle);
            handle.RequestTransactionContext(context, OnGranted, state);
        }

        private void OnGranted(NativeActivityTransactionContext context, object? given) => seen[name] = given;
    }
}
