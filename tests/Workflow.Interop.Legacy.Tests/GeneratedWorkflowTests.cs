using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>
/// Generated workflows behave like a reference interpreter (A.3, A.11, A.12), which runs the same tree recursively and uses C# exceptions for faults.
/// </summary>
[Trait("Paragraph", "A.12")]
public sealed class GeneratedWorkflowTests
{
    private static readonly Func<Exception>[] Exceptions =
        [
            static () => new DivideByZeroException(),
            static () => new ArithmeticException("a"),
            static () => new FormatException(),
            static () => new InvalidOperationException()
        ];

    private readonly List<string> _actual = [];
    private readonly List<string> _expected = [];
    private int _names;

    [Fact]
    public void Workflows_OfAllActivities_MatchInterpreter()
    {
        int terminated = 0;
        for (int seed = 0; seed < 500; seed++)
        {
            _actual.Clear();
            _expected.Clear();
            (Activity root, Action interpret) = Generate(new Random(seed), 5);
            Exception? expected = Record.Exception(interpret);
            using Run run = Run.Of(root);
            Assert.True(_expected.SequenceEqual(_actual), $"Seed {seed}: expected {string.Join(' ', _expected)}, actual {string.Join(' ', _actual)}.");
            Assert.Same(expected, run.Exception);
            Assert.Equal(expected is null ? "Completed" : "Terminated", run.Last);
            terminated += expected is null ? 0 : 1;
        }

        Assert.InRange(terminated, 30, 450);
    }

    private (Activity Activity, Action Interpret) Generate(Random random, int depth) => random.Next(depth == 0 ? 3 : 13) switch
    {
        0 or 1 => Step(),
        2 => random.Next(3) == 0 ? Failure(random) : Step(),
        3 or 4 => IfElse(random, depth),
        5 => While(random, depth),
        6 => Replicator(random, depth),
        7 => Group(random, depth),
        8 => Scope(random, depth),
        _ => Flow(random, depth),
    };

    private (Activity Activity, Action Interpret) Step()
    {
        string name = Name("c");
        return (Code(name, _actual), () => _expected.Add(name));
    }

    private (Activity Activity, Action Interpret) Failure(Random random)
    {
        Exception exception = Exceptions[random.Next(Exceptions.Length)]();
        return (Throw(Name("t"), exception), () => throw exception);
    }

    private (Activity Activity, Action Interpret) IfElse(Random random, int depth)
    {
        bool condition = random.Next(2) == 0;
        (Activity first, Action interpretFirst) = Generate(random, depth - 1);
        (Activity second, Action interpretSecond) = Generate(random, depth - 1);
        bool? last = random.Next(3) switch { 0 => null, 1 => true, _ => false };
        Activity activity = new IfElseActivity(Name("i")).With(Branch(Name("b"), condition, first), Branch(Name("b"), last, second));
        Action otherwise = last == false ? Nothing : interpretSecond;
        return (activity, condition ? interpretFirst : otherwise);
    }

    /// <summary>The workflow and the interpreter use separate conditions, which count in the same way even after an exception in the loop.</summary>
    private (Activity Activity, Action Interpret) While(Random random, int depth)
    {
        int iterations = random.Next(4);
        Func<bool> actual = UpTo(iterations);
        Func<bool> expected = UpTo(iterations);
        (Activity child, Action interpret) = Generate(random, depth - 1);
        return (Tree.While(Name("w"), actual, child), Repeat);

        void Repeat()
        {
            while (expected())
            {
                interpret();
            }
        }
    }

    /// <summary>Creates a group with one child, which repeats the child like a loop.</summary>
    private (Activity Activity, Action Interpret) Group(Random random, int depth)
    {
        int iterations = random.Next(4);
        Func<bool> expected = UpTo(iterations);
        (Activity child, Action interpret) = Generate(random, depth - 1);
        ConditionedActivityGroup.SetWhenCondition(child, Condition(UpTo(iterations)));
        return (new ConditionedActivityGroup(Name("g")).With(child), Repeat);

        void Repeat()
        {
            while (expected())
            {
                interpret();
            }
        }
    }

    /// <summary>
    /// Creates an activity that does not change the behavior of its children: an event handling scope whose event is never raised, a compensatable sequence,
    /// or a scope with a lock that no other activity requests.
    /// </summary>
    private (Activity Activity, Action Interpret) Scope(Random random, int depth)
    {
        (Activity first, Action interpretFirst) = Generate(random, depth - 1);
        switch (random.Next(3))
        {
            case 0:
                EventHandlersActivity handlers = new EventHandlersActivity(Name("eh")).With(On(Name("e"), new Reading(Name("q"))));
                return (new EventHandlingScopeActivity(Name("v")).With(first, handlers), interpretFirst);
            case 1:
                return (Compensatable(Name("x"), first), interpretFirst);
            default:
                (Activity second, Action interpretSecond) = Generate(random, depth - 1);
                return (new SynchronizationScopeActivity(Name("y")) { SynchronizationHandles = ["handle"] }.With(first, second), () =>
                {
                    interpretFirst();
                    interpretSecond();
                }
                );
        }
    }

    private (Activity Activity, Action Interpret) Replicator(Random random, int depth)
    {
        int[] data = [.. Enumerable.Range(0, random.Next(4))];
        string name = Name("r");
        (Activity child, Action interpret) = Generate(random, depth - 1);
        ReplicatorActivity replicator = Tree.Replicator(name, ExecutionType.Sequence, data, child);
        replicator.ChildInitialized += (_, e) => _actual.Add($"{name} {e.InstanceData}");
        replicator.ChildCompleted += (_, e) => _actual.Add($"{name} {e.InstanceData} done");
        return (replicator, Repeat);

        void Repeat()
        {
            foreach (int item in data)
            {
                _expected.Add($"{name} {item}");
                interpret();
                _expected.Add($"{name} {item} done");
            }
        }
    }

    private static Func<bool> UpTo(int limit)
    {
        int count = 0;
        return () => (count = count == limit ? 0 : count + 1) > 0;
    }

    private (Activity Activity, Action Interpret) Flow(Random random, int depth)
    {
        (Activity Activity, Action Interpret)[] children = [.. Enumerable.Range(0, random.Next(4)).Select(_ => Generate(random, depth - 1))];
        Activity sequence = Sequence(Name("s"), [.. children.Select(child => child.Activity)]);
        Action interpret = () => Array.ForEach(children, child => child.Interpret());
        if (random.Next(2) == 0)
        {
            return (sequence, interpret);
        }

        (Activity first, Action interpretFirst) = Generate(random, depth - 1);
        (Activity second, Action interpretSecond) = Generate(random, depth - 1);
        ((CompositeActivity)sequence).With(Handlers(Name("hs"), Handler<ArithmeticException>(Name("h"), first), Handler<FormatException>(Name("h"), second)));
        return (sequence, Guarded);

        void Guarded()
        {
            try
            {
                interpret();
            }
            catch (ArithmeticException)
            {
                interpretFirst();
            }
            catch (FormatException)
            {
                interpretSecond();
            }
        }
    }

    private static void Nothing()
    {
    }

    private string Name(string kind) => $"{kind}{_names++}";
}
