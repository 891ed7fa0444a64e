using System.Reflection;
using Workflow.Core.Tests.TestKit;
using Workflow.Definition;
using Workflow.Hosting;
using Workflow.Runtime.Executors;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Instances;

/// <summary>
/// A process that runs for weeks executes more activities than a 32-bit number can count, and arithmetic is checked. Each counter that outlives an instance
/// therefore has 64 bits or is reset.
/// </summary>
public sealed class LongLifeTests
{
    private const int Runs = 500;

    private readonly Log _log = new();

    [Fact]
    public void Executor_ManyInstances_HasNo32BitCounter()
    {
        Activity workflow = EverythingSynchronous();
        Invoke(workflow);
        Int32Fields before = OfExecutor(workflow);
        Invoke(workflow);
        Assert.Empty(OfExecutor(workflow).GrownSince(before, Runs));
    }

    [Fact]
    public void Application_ManyResumptions_HasOne32BitCounter()
    {
        Hosted hosted = Hosted.Inline(_log, new While(_ => true) { Body = EverythingWith(new WaitingOnce()) }).Run();
        Resume(hosted, Runs);
        Int32Fields before = Int32Fields.Of(hosted.Application);
        Resume(hosted, Runs);
        Assert.Equal(["HostedExecution.<Count>k__BackingField"], Int32Fields.Of(hosted.Application).GrownSince(before, Runs));
    }

    [Fact]
    public void Application_RunsExceed32Bits_IsResumed()
    {
        Hosted hosted = Hosted.Inline(_log, new While(_ => true) { Body = new WaitingOnce() }).Run();
        SetRunCount(hosted.Application, int.MaxValue - 1);
        Resume(hosted, times: 4);
    }

    private static void Resume(Hosted hosted, int times)
    {
        for (int i = 0; i < times; i++)
        {
            Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("next"));
        }
    }

    private Sequence EverythingSynchronous() => EverythingWith(new WriteNothing());

    private Sequence EverythingWith(Activity special)
    {
        Variable<int> number = new("number", _ => 1);
        Variable<int> item = new("item");
        DelegateInArgument<int> each = new("each");
        return new Sequence
        {
            Variables = { number, item },
            Activities =
            {
                new Step(_log, "step", _ => _log.Clear()),
                new Assign<int> { To = new(item), Value = new(context => number.Get(context) + 1) },
                new Nop { Value = new(context => item.Get(context)) },
                new If(context => item.Get(context) > 0) { Then = new Nop { Value = new(number) }, Else = new Nop { Value = new(2) } },
                new ForEach<int>
                {
                    Values = new(_ => new[] { 1, 2 }),
                    Body = new ActivityAction<int> { Argument = each, Handler = new Nop { Value = new(each) } }
                },
                new Statements.Parallel { Branches = { new Nop { Value = new(1) }, new Nop { Value = new(2) } } },
                new TryCatch
                {
                    Try = new Throw { Exception = new(_ => new InvalidOperationException()) },
                    Catches = { new Catch<InvalidOperationException>() }
                },
                special,
            },
        };
    }

    private static void Invoke(Activity workflow)
    {
        for (int i = 0; i < Runs; i++)
        {
            WorkflowInvoker.Invoke(workflow);
        }
    }

    private static Int32Fields OfExecutor(Activity workflow)
    {
        WorkflowExecutor executor = ExecutorPool.Rent(FrozenDefinition.Of(workflow));
        Int32Fields fields = Int32Fields.Of(executor);
        executor.IsRented = false;
        return fields;
    }

    private static void SetRunCount(WorkflowApplication application, int count)
    {
        FieldInfo part = typeof(ApplicationInstance).GetField(nameof(ApplicationInstance.Run))!;
        object instance = typeof(WorkflowApplication)
            .GetFields(BindingFlags.Instance | BindingFlags.NonPublic)
            .Single(field => field.FieldType == typeof(ApplicationInstance))
            .GetValue(application)!;
        object run = part.GetValue(instance)!;
        typeof(HostedExecution).GetProperty(nameof(HostedExecution.Count))!.SetValue(run, count);
        part.SetValue(instance, run);
    }

    /// <summary>Takes a number and does nothing.</summary>
    private sealed class Nop : CodeActivity
    {
        public InArgument<int>? Value { get; set; }

        protected override void Execute(CodeActivityContext context) => Value!.Get(context);
    }

    private sealed class WriteNothing : NativeActivity
    {
        protected override void Execute(NativeActivityContext context)
        {
        }
    }

    private sealed class WaitingOnce : NativeActivity
    {
        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark("next");
    }
}
