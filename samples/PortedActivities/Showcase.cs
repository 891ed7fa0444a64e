using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Threading.Tasks;
using PortedActivities.Booking;
using PortedActivities.Culture;
using PortedActivities.Faults;
using PortedActivities.Files;
using PortedActivities.Invoicing;
using PortedActivities.Logging;
using PortedActivities.Mapping;
using PortedActivities.Ordering;
using PortedActivities.Posting;
using PortedActivities.Waiting;
using Workflow;
using Workflow.Expressions;
using Workflow.Statements;

namespace PortedActivities;

/// <summary>The program without its process. Each demonstration builds a workflow around one activity, as a host of the library would, and runs it.</summary>
internal sealed class Showcase
{
    private readonly TextWriter _output;

    public Showcase(TextWriter output)
    {
        _output = output;
    }

    public async Task RunAsync()
    {
        await ShowAsync("PrioritySequence", PrioritySequenceAsync());
        await ShowAsync("ReceiveReply", ReceiveReplyAsync());
        await ShowAsync("ReadTextFile", ReadTextFileAsync());
        await ShowAsync("RetryScope", RetryAsync());
        await ShowAsync("ParallelMap", ParallelMapAsync());
        await ShowAsync("BookTrip", BookTripAsync());
        await ShowAsync("CultureScope", CultureScopeAsync());
        await ShowAsync("Logged", LoggedAsync());
        await ShowAsync("ComputeInvoice", ComputeInvoiceAsync());
        await ShowAsync("TimeoutScope", TimeoutScopeAsync());
        await ShowAsync("TransferAmount", TransferAmountAsync());
    }

    /// <summary>The last step listed is the most urgent one.</summary>
    private static async Task<string> PrioritySequenceAsync()
    {
        StringWriter written = new();
        PrioritySequence day = new()
        {
            Steps =
            {
                new PriorityStep { Priority = 1, Body = Say("read the paper") },
                new PriorityStep { Priority = 5, Body = Say("water the plants") },
                new PriorityStep { Priority = 9, Body = Say("put out the fire") },
            },
        };
        IDictionary<string, object> outputs = await InvokeAsync(day, written);
        return $"{Words(written)} ({outputs["StepsClosed"]} steps)";
    }

    /// <summary>Two activities wait for Ann; the one in a separate conversation does not receive a reply from outside.</summary>
    private static async Task<string> ReceiveReplyAsync()
    {
        StringWriter written = new();
        Variable<string> reply = new("reply");
        Sequence Expect(string place) => new()
        {
            Activities =
            {
                new ReceiveReply { From = "Ann", Result = reply },
                new WriteLine { Text = new(context => $"Ann {place}: {reply.Get(context)}") },
            },
        };
        await InvokeAsync(
            new Sequence
            {
                Variables = { reply },
                Activities =
                {
                    new Pick
                    {
                        Branches =
                        {
                            new PickBranch { Trigger = new ConversationScope { Body = Expect("inside") } },
                            new PickBranch { Trigger = Expect("outside") },
                            new PickBranch
                            {
                                Trigger = new Sequence
                                {
                                    Activities =
                                    {
                                        new SendReply { Name = "Ann", Text = "coming" },
                                        new Delay { Duration = TimeSpan.MaxValue }
                                    }
                                }
                            },
                        },
                    },
                },
            },
            written);
        return Words(written);
    }

    private static async Task<string> ReadTextFileAsync()
    {
        string path = Path.Combine(AppContext.BaseDirectory, "Files", "packing-list.txt");
        string text = await WorkflowInvoker.InvokeAsync(new ReadTextFile { FileName = path, BufferSize = 16 });
        return $"read {text.Length} characters: {text.Trim().ReplaceLineEndings(", ")}";
    }

    /// <summary>A service that succeeds at its third call.</summary>
    private static async Task<string> RetryAsync()
    {
        StringWriter written = new();
        Variable<int> calls = new("calls");
        RetryScope retry = new()
        {
            Interval = TimeSpan.FromMilliseconds(1),
            ExceptionType = typeof(TimeoutException),
            Body = new Sequence
            {
                Activities =
                {
                    new Assign<int> { To = calls, Value = new(context => calls.Get(context) + 1) },
                    new If(context => calls.Get(context) < 3)
                    {
                        Then = new Sequence { Activities = { Say("no answer"), new Throw { Exception = new(_ => new TimeoutException()) } } },
                        Else = Say("an answer"),
                    },
                },
            },
        };
        await InvokeAsync(new Sequence { Variables = { calls }, Activities = { retry } }, written);
        return Words(written);
    }

    private static async Task<string> ParallelMapAsync()
    {
        DelegateInArgument<int> value = new("value");
        DelegateOutArgument<int> square = new("square");
        ParallelMap<int, int> squares = new()
        {
            Values = new(_ => new[] { 3, 1, 4 }),
            Body = new ActivityFunc<int, int>
            {
                Argument = value,
                Result = square,
                Handler = new Multiply<int, int, int> { Left = value, Right = value, Result = square },
            },
        };
        return "the squares of 3, 1, 4 are " + string.Join(", ", await WorkflowInvoker.InvokeAsync(squares));
    }

    /// <summary>The payment fails after everything is reserved.</summary>
    private static async Task<string> BookTripAsync()
    {
        BookingJournal journal = new();
        Throw refusal = new() { Exception = new(_ => new PaymentRefusedException("card expired")) };
        await InvokeAsync(new BookTrip { Destination = "Oslo", Payment = refusal }, journal);
        return string.Join(", ", journal.Entries);
    }

    private static async Task<string> CultureScopeAsync()
    {
        CultureInfo withCommas = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        withCommas.NumberFormat.NumberDecimalSeparator = ",";
        withCommas.NumberFormat.NumberGroupSeparator = ".";

        StringWriter written = new();
        WriteLine Amount() => new() { Text = new(_ => 1234.5m.ToString("N2", CultureInfo.CurrentCulture)) };
        CultureScope inner = new() { Culture = new(_ => withCommas), Body = Amount() };
        await InvokeAsync(
            new CultureScope { Culture = new(_ => CultureInfo.InvariantCulture), Body = new Sequence { Activities = { Amount(), inner, Amount() } } }, written);
        return "outside, inside, outside: " + Words(written, " ");
    }

    private static async Task<string> LoggedAsync()
    {
        ExecutionLog log = new();
        Logged<int> sum = new() { DisplayName = "Sum", Body = new Add<int, int, int> { Left = 20, Right = 22 } };
        await InvokeAsync(sum, log);
        return string.Join(", ", log.Lines);
    }

    private static async Task<string> ComputeInvoiceAsync()
    {
        IDictionary<string, object> outputs = await WorkflowInvoker.InvokeAsync(
            (Activity)new ComputeInvoice(), new Dictionary<string, object> { ["Net"] = 200m, ["TaxRate"] = 0.19m });
        return string.Create(CultureInfo.InvariantCulture, $"200.00 and {outputs["Tax"]:F2} tax make {outputs["Result"]:F2}");
    }

    private static async Task<string> TimeoutScopeAsync()
    {
        StringWriter written = new();
        TimeoutScope late = new()
        {
            Timeout = TimeSpan.FromMilliseconds(1),
            Body = new Sequence { Activities = { Say("started"), new Delay { Duration = TimeSpan.MaxValue }, Say("finished") } },
            TimeoutHandler = Say("given up"),
        };
        await InvokeAsync(late, written);
        return Words(written);
    }

    /// <summary>The second transfer fails between its two postings, so neither of them takes effect.</summary>
    private static async Task<string> TransferAmountAsync()
    {
        AccountBook book = new();
        await InvokeAsync(new TransferAmount { From = "A", To = "B", Amount = 30m }, book);
        string message = "nothing";
        try
        {
            Throw refusal = new() { Exception = new(_ => new InvalidOperationException("refused")) };
            await InvokeAsync(new TransferAmount { From = "A", To = "B", Amount = 500m, Check = refusal }, book);
        }
        catch (InvalidOperationException refused)
        {
            message = refused.Message;
        }

        return string.Create(CultureInfo.InvariantCulture, $"30 moved, 500 {message}: A has {book["A"]}, B has {book["B"]}");
    }

    private static WriteLine Say(string text) => new() { Text = text };

    private static Task<IDictionary<string, object>> InvokeAsync(Activity workflow, object extension)
    {
        WorkflowInvoker invoker = new(workflow);
        invoker.Extensions.Add(extension);
        return invoker.InvokeAsync();
    }

    private static string Words(StringWriter written, string separator = ", ") => written.ToString().Trim().ReplaceLineEndings(separator);

    private async Task ShowAsync(string activity, Task<string> line) => await _output.WriteLineAsync($"{activity,-17}{await line}");
}
