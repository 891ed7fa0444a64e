using System.Reflection;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Authoring;

/// <summary>Actions and functions of every arity, and the arguments that their handlers see.</summary>
[Rule("13.1")]
public sealed class DelegateArityTests
{
    private readonly Log _log = new();

    public static TheoryData<int> Arities => new(Enumerable.Range(0, 17));

    [Theory]
    [MemberData(nameof(Arities))]
    public void ScheduleAction_OfEachArity_PassesItsArgumentsInOrder(int arity)
    {
        ActivityDelegate action = Create("ActivityAction", arity, arity);
        DelegateInArgument<int>[] arguments = Fill(action, arity);
        action.Handler = new Note(_log, context => Join(arguments.Select(argument => argument.Get(context))));
        Host host = new(action, context => Method("ScheduleAction", arity, arity).Invoke(context, [action, .. Values(arity), null, null]));
        WorkflowInvoker.Invoke(host);
        _log.AssertIs(Join(Enumerable.Range(1, arity)));
    }

    [Theory]
    [MemberData(nameof(Arities))]
    public void ScheduleFunc_OfEachArity_PassesArgumentsAndReturnsTheResult(int arity)
    {
        ActivityDelegate function = Create("ActivityFunc", arity, arity + 1);
        DelegateInArgument<int>[] arguments = Fill(function, arity);
        DelegateOutArgument<int> result = new();
        function.GetType().GetProperty("Result")!.SetValue(function, result);
        function.Handler = new Assign<int> { To = result, Value = new InArgument<int>(context => 1000 + arguments.Sum(argument => argument.Get(context))) };
        WorkflowInvoker.Invoke(Scheduling(function, arity));
        _log.AssertIs($"Closed {1000 + Enumerable.Range(1, arity).Sum()}");
    }

    [Theory]
    [MemberData(nameof(Arities))]
    public void ScheduleFunc_WithoutHandler_CompletesWithTheDefault(int arity)
    {
        WorkflowInvoker.Invoke(Scheduling(Create("ActivityFunc", arity, arity + 1), arity));
        _log.AssertIs("Closed 0");
    }

    [Theory, Lanes]
    public void ScheduleFunc_WithoutResultArgument_YieldsTheDefault(Lane lane)
    {
        ActivityFunc<int> function = new() { Handler = new Step(_log, "handler") };
        Runner.Run(Scheduling(function, 0), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("handler", "Closed 0");
    }

    [Theory, Lanes]
    public void ScheduleAction_WithoutTheDelegatesArgument_DropsTheValue(Lane lane)
    {
        ActivityAction<int> action = new() { Handler = new Step(_log, "handler") };
        Runner.Run(new Host(action, context => context.ScheduleAction(action, 5)), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("handler");
    }

    [Theory, Lanes]
    public void ScheduleAction_SeveralTimes_GivesEachHandlerItsOwnArguments(Lane lane)
    {
        DelegateInArgument<int> argument = new();
        Note after = new(_log, context => $"{argument.Get(context)}");
        Assign<int> twice = new() { To = new OutArgument<int>(argument), Value = new InArgument<int>(context => argument.Get(context) * 2) };
        ActivityAction<int> action = new() { Argument = argument, Handler = new Sequence { Activities = { twice, after } } };
        Host host = new(action, context =>
        {
            context.ScheduleAction(action, 1);
            context.ScheduleAction(action, 2);
            context.ScheduleAction(action, 3);
        });
        Runner.Run(host, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("6", "4", "2");
    }

    [Theory, Lanes]
    public void ScheduleFunc_SeveralTimes_StartsEachResultWithTheDefault(Lane lane)
    {
        DelegateInArgument<bool> writes = new();
        DelegateOutArgument<int> result = new();
        ActivityFunc<bool, int> function = new()
        {
            Argument = writes,
            Result = result,
            Handler = new If { Condition = new InArgument<bool>(writes), Then = new Assign<int> { To = result, Value = 5 } },
        };
        FuncHost host = new(_log, function, (context, callback) =>
        {
            context.ScheduleFunc(function, false, callback);
            context.ScheduleFunc(function, true, callback);
        });
        Runner.Run(host, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("Closed 5", "Closed 0");
    }

    [Theory, Lanes]
    public void Handler_RunsUnderTheScopeOfTheDelegatesDeclarer(Lane lane)
    {
        Variable<int> declared = new("declared", 7);
        ActivityAction action = new() { Handler = new Show<int>(_log, declared) };
        Probe declarer = new(_log, "declarer") { Variables = { declared }, Delegates = { action } };
        declarer.Body = context => context.ScheduleAction(action, declarer.ChildCompleted);
        Runner.Run(declarer, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("declarer executes", "7", "declarer < Show<Int32> Closed");
    }

    [Theory, Lanes]
    public void Handler_ScheduledByAnImplementation_SeesTheDeclarersScope(Lane lane)
    {
        Variable<int> outer = new("outer", 3);
        ActivityAction action = new() { Handler = new Show<int>(_log, outer) };
        Composite composite = new("composite", () => new SchedulesOuterDelegate(action)) { Action = action };
        Runner.Run(new Sequence { Variables = { outer }, Activities = { composite } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("3");
    }

    [Theory, Lanes]
    [Rule("1.10")]
    public void ScheduleAction_DelegateOfAnotherActivity_IsRefused(Lane lane)
    {
        ActivityAction foreign = new(), elsewhere = new();
        Probe child = new(_log, "child");
        child.Body = context =>
        {
            Assert.Throws<InvalidOperationException>(() => context.ScheduleAction(elsewhere));
            Assert.Throws<ArgumentException>(() => context.ScheduleAction(foreign));
        };
        Runner.Run(new Probe(_log, "parent", child) { Delegates = { elsewhere } }, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    private FuncHost Scheduling(ActivityDelegate function, int arity) => new(
        _log,
        function,
        (context, callback) => Method("ScheduleFunc", arity, arity + 1).Invoke(context, [function, .. Values(arity), callback, null]));

    private static ActivityDelegate Create(string name, int arity, int typeParameters)
    {
        string full = typeParameters == 0 ? $"Workflow.{name}" : $"Workflow.{name}`{typeParameters}";
        Type type = typeof(Activity).Assembly.GetType(full, throwOnError: true)!;
        Assert.InRange(arity, 0, 16);
        return (ActivityDelegate)Activator.CreateInstance(type.IsGenericType ? type.MakeGenericType(Ints(typeParameters)) : type)!;
    }

    private static MethodInfo Method(string name, int arity, int typeParameters)
    {
        MethodInfo method = typeof(NativeActivityContext).GetMethods()
            .Single(candidate => candidate.Name == name && candidate.GetParameters().Length == arity + 3);
        return method.IsGenericMethod ? method.MakeGenericMethod(Ints(typeParameters)) : method;
    }

    private static Type[] Ints(int count) => [.. Enumerable.Repeat(typeof(int), count)];

    private static DelegateInArgument<int>[] Fill(ActivityDelegate activityDelegate, int arity)
    {
        DelegateInArgument<int>[] arguments = [.. Enumerable.Range(0, arity).Select(_ => new DelegateInArgument<int>())];
        for (int i = 0; i < arity; i++)
        {
            activityDelegate.GetType().GetProperty(arity == 1 ? "Argument" : $"Argument{i + 1}")!.SetValue(activityDelegate, arguments[i]);
        }

        return arguments;
    }

    private static IEnumerable<object?> Values(int arity) => Enumerable.Range(1, arity).Cast<object?>();

    private static string Join(IEnumerable<int> values) => string.Join(' ', values);

    /// <summary>Declares a delegate and schedules it.</summary>
    private sealed class Host(ActivityDelegate declared, Action<NativeActivityContext> body) : NativeActivity
    {
        protected override void CacheMetadata(NativeActivityMetadata metadata) => metadata.AddDelegate(declared);

        protected override void Execute(NativeActivityContext context) => body(context);
    }

    /// <summary>Declares a function, schedules it with a typed callback, and logs the final state and the result.</summary>
    private sealed class FuncHost(Log log, ActivityDelegate declared, Action<NativeActivityContext, CompletionCallback<int>> body) : NativeActivity
    {
        protected override void CacheMetadata(NativeActivityMetadata metadata) => metadata.AddDelegate(declared);

        protected override void Execute(NativeActivityContext context) => body(context, OnCompleted);

        private void OnCompleted(NativeActivityContext context, ActivityInstance completedInstance, int result) =>
            log.Add($"{completedInstance.State} {result}");
    }

    /// <summary>Schedules a delegate of the activity whose implementation it belongs to.</summary>
    private sealed class SchedulesOuterDelegate(ActivityAction borrowed) : NativeActivity
    {
        protected override void CacheMetadata(NativeActivityMetadata metadata) => metadata.AddDelegate(borrowed);

        protected override void Execute(NativeActivityContext context) => context.ScheduleAction(borrowed);
    }
}
