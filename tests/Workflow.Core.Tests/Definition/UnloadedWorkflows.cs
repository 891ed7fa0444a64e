using Workflow.Expressions;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Definition;

/// <summary>Workflows of each kind. The tests run them in a copy of this assembly that is then unloaded.</summary>
internal static class UnloadedWorkflows
{
    /// <summary>The number of runs; more than a thread needs to keep an executor.</summary>
    private const int Runs = 4;

    public static readonly Dictionary<string, Action> All = new()
    {
        ["activities"] = () => Invoke(new Sequence { Activities = { new Add { Left = 2, Right = 3 }, new Later() } }),
        ["lambdas"] = () => Invoke(Loop()),
        ["expressions"] = () => Invoke(Converted()),
        ["converted values"] = () => Invoke(ConvertedValue()),
        ["compiled"] = () => Compiled(),
        ["lambda expressions"] = () => Invoke(new Sequence { Activities = { new Take<int>(new LambdaValue<int>(Expression())) } }),
        ["values"] = () => Invoke(Values()),
        ["methods"] = () => Invoke(new InvokeMethod { TargetType = typeof(Order), MethodName = nameof(Order.Create) }),
        ["dynamic"] = () => Invoke(new DynamicActivity { Implementation = () => new Add() }),
        ["faults"] = () => Invoke(Caught()),
        ["compensation"] = () => Invoke(new CompensableActivity { Body = new Add(), CompensationHandler = new Later() }),
        ["participants"] = Track,
        ["saved"] = () => Save(new Sequence { Variables = { new Variable<Order>("order", _ => new Order { Number = 7 }) }, Activities = { new Wait() } }, null),
        ["aliases"] = () => Save(
            new Sequence { Variables = { new Variable<object>("order", _ => new Order()) }, Activities = { new Wait() } },
            new TypeRegistry().Add<Order>("order")),
        ["loops"] = () => Save(
            new ForEach<Order>
            {
                Values = new(_ => new List<Order> { new() }),
                Body = new ActivityAction<Order> { Argument = new("order"), Handler = new Wait() }
            },
            null),
        ["machines"] = () => Save(Machine(), null),
    };

    public static void Run(string kind) => All[kind]();

    private static void Invoke(Activity workflow)
    {
        for (int run = 0; run < Runs; run++)
        {
            WorkflowInvoker.Invoke(workflow);
        }
    }

    private static Sequence Loop()
    {
        Variable<int> count = new("count");
        return new()
        {
            Variables = { count },
            Activities =
            {
                new While(context => count.Get(context) < Order.Most)
                {
                    Body = new Assign<int> { To = count, Value = new(context => count.Get(context) + 1) }
                }
            },
        };
    }

    private static Sequence Converted()
    {
        Variable<Order> order = new("order", _ => new Order { Number = 1 });
        Variable<int> number = new("number");
        return new()
        {
            Variables = { order, number },
            Activities =
            {
                new Assign<int> { To = number, Value = new InArgument<int>(ExpressionServices.Convert(context => order.Get(context)!.Number + 1)) },
                new Assign<int> { To = new OutArgument<int>(ExpressionServices.ConvertReference(context => order.Get(context)!.Number)), Value = number },
            },
        };
    }

    private static System.Linq.Expressions.Expression<Func<ActivityContext, int>> Expression()
    {
        Order order = new();
        return _ => order.Number + 1;
    }

    private static void Compiled()
    {
        for (int run = 0; run < Runs; run++)
        {
            _ = Expression().Compile()(null!);
        }
    }

    private static Sequence ConvertedValue()
    {
        Variable<Order> order = new("order", _ => new Order { Number = 1 });
        return new() { Variables = { order }, Activities = { new Take<int>(ExpressionServices.Convert(context => order.Get(context)!.Number + 1)) } };
    }

    private static Sequence Values()
    {
        Variable<Order> order = new("order");
        return new()
        {
            Variables = { order },
            Activities =
            {
                new Assign<Order> { To = order, Value = new InArgument<Order>(new New<Order>()) },
                new ParallelForEach<Order>
                {
                    Values = new(_ => new[] { new Order() }),
                    Body = new ActivityAction<Order> { Argument = new("order"), Handler = new Add() }
                },
            },
        };
    }

    private static TryCatch Caught() => new()
    {
        Try = new Throw { Exception = new(_ => new OrderException()) },
        Catches = { new Catch<OrderException> { Action = new ActivityAction<OrderException> { Argument = new("failure"), Handler = new Add() } } },
    };

    private static StateMachine Machine()
    {
        State end = new() { DisplayName = "end", IsFinal = true };
        State start = new() { DisplayName = "start", Entry = new Add(), Transitions = { new Transition { Trigger = new Wait(), To = end } } };
        return new StateMachine { InitialState = start, States = { start, end } };
    }

    private static void Track()
    {
        WorkflowInvoker invoker = new(new Add());
        invoker.Extensions.Add(new Participant());
        for (int run = 0; run < Runs; run++)
        {
            invoker.Invoke();
        }
    }

    /// <summary>Saves instances, loads them, and runs them to completion.</summary>
    private static void Save(Activity workflow, TypeRegistry? types)
    {
        InMemoryInstanceStore store = new();
        for (int run = 0; run < Runs; run++)
        {
            Guid id = Leave(Application(workflow, types, store));
            WorkflowApplication loaded = Application(workflow, types, store);
            Await(loaded.LoadAsync(id));
            Await(loaded.ResumeBookmarkAsync("wait", null));
            Await(loaded.Completion);
        }
    }

    private static Guid Leave(WorkflowApplication application)
    {
        TaskCompletionSource left = new();
        application.PersistableIdle = _ => PersistableIdleAction.Unload;
        application.Unloaded = _ => left.TrySetResult();
        application.Aborted = args => left.TrySetException(args.Reason!);
        application.Run();
        Await(left.Task);
        return application.Id;
    }

    private static WorkflowApplication Application(Activity workflow, TypeRegistry? types, InstanceStore store)
    {
        WorkflowApplication application = new(workflow) { InstanceStore = store };
        if (types is not null)
        {
            application.Extensions.Add(types);
        }

        return application;
    }

    private static void Await(Task task)
    {
#pragma warning disable RS0030 // An await would keep the workflows of the unloaded assembly alive.
        bool hasEnded = ((IAsyncResult)task).AsyncWaitHandle.WaitOne(TimeSpan.FromMinutes(1));
#pragma warning restore RS0030
        if (!hasEnded || !task.IsCompletedSuccessfully)
        {
            throw new InvalidOperationException("A call hangs or failed.", task.Exception);
        }
    }

    internal sealed class Order
    {
        public static int Most => 3;

        public int Number { get; set; }

        public static Order Create() => new();
    }

    private sealed class OrderException : Exception;

    private sealed class Add : CodeActivity<int>
    {
        public InArgument<int>? Left { get; set; }

        public InArgument<int>? Right { get; set; }

        protected override int Execute(CodeActivityContext context) => (Left?.Get(context) ?? 0) + (Right?.Get(context) ?? 0);
    }

    private sealed class Take<T>(Activity<T> value) : CodeActivity
    {
        public InArgument<T> Value { get; set; } = new(value);

        protected override void Execute(CodeActivityContext context) => Value.Get(context);
    }

    private sealed class Later : AsyncCodeActivity
    {
        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) => await Task.Yield();
    }

    private sealed class Wait : NativeActivity
    {
        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark("wait", OnResumed);

        private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value)
        {
        }
    }

    private sealed class Participant : TrackingParticipant
    {
        protected override void Track(TrackingRecord record, TimeSpan timeout)
        {
        }
    }
}
