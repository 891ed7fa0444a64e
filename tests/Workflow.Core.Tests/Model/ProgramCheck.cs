using Workflow.Core.Tests.Differential.Observing;
using Workflow.Core.Tests.Model.Engine;
using Workflow.Core.Tests.Model.Programs;
using Workflow.Core.Tests.Model.Reference;
using Workflow.Core.Tests.TestKit;
using Workflow.Runtime.State;

namespace Workflow.Core.Tests.Model;

/// <summary>Runs a program on the reference interpreter and on the engine, and compares all observations.</summary>
internal static class ProgramCheck
{
    /// <summary>Returns the first difference, or null if both lanes behave as the interpreter does.</summary>
    public static string? Compare(ProgramSpec program)
    {
        string[] reported = Interpret(program, out _);
        string[] expected = [.. reported.Where(line => !line.StartsWith(Records.Mark, StringComparison.Ordinal))];
        return Difference.Between("contract", expected, "fast lane", RunOnEngine(program, Lane.Fast))
            ?? Difference.Between("contract", expected, "slow lane", RunOnEngine(program, Lane.Slow))
            ?? Difference.Between("contract", reported, "tracked", RunOnEngine(program, Lane.Fast, isTracked: true));
    }

    public static string[] Interpret(ProgramSpec program, out Interpreter interpreter)
    {
        Interpreter model = new(Node.Of(program));
        model.Run();
        Session session = model.Session;
        foreach (HostCommandSpec command in program.Host.TakeWhile(_ => model.Outcome == ExecutionOutcome.Running))
        {
            Do(command, session, model.ResumeFromOutside, model.CancelFromOutside, model.AbortFromOutside);
        }

        Finish(session, () => model.Outcome == ExecutionOutcome.Running, model.CancelFromOutside, model.AbortFromOutside);
        interpreter = model;
        return Observed(
            session,
            $"{model.Outcome}, root {model.RootState}",
            model.Reason,
            instance => new ModelDoor(model, (Instance)instance, isFault: false).Describe(instance));
    }

    public static string[] RunOnEngine(ProgramSpec program, Lane lane, bool isTracked = false)
    {
        EngineRun run = new(lane, isTracked);
        run.Start(Node.Of(program));
        foreach (HostCommandSpec command in program.Host.TakeWhile(_ => run.Running.IsIdle))
        {
            Do(command, run.Session, bookmark => Resume(run, bookmark), run.Running.Cancel, run.Running.Abort);
        }

        Finish(run.Session, () => run.Running.IsIdle, run.Running.Cancel, run.Running.Abort);
        Ended ended = run.Running.End();
        return Observed(
            run.Session,
            $"{ended.Outcome}, root {ended.State}",
            ended.Reason,
            instance => $"{NativeDoor.NameOf((ActivityInstance)instance)} {((ActivityInstance)instance).State}");
    }

    private static void Do(HostCommandSpec command, Session session, Func<object, BookmarkResumptionResult> resume, Action cancel, Action<Exception> abort)
    {
        session.Add($"-- host: {command.Kind} {command.Which}");
        switch (command.Kind)
        {
            case HostCommandKind.ResumeKept when session.PickBookmark(command.Which) is { } bookmark:
                session.Add($"-- {resume(bookmark)}");
                break;
            case HostCommandKind.ResumeNamed:
                session.Add($"-- {resume(Call.NameOf(command.Which) ?? "z")}");
                break;
            case HostCommandKind.Cancel:
                cancel();
                break;
            case HostCommandKind.Abort:
                abort(new ScriptedException("abort by the host"));
                break;
        }
    }

    private static void Finish(Session session, Func<bool> isIdle, Action cancel, Action<Exception> abort)
    {
        if (isIdle())
        {
            session.Add("-- stuck, cancel");
            cancel();
        }

        if (isIdle())
        {
            session.Add("-- stuck, abort");
            abort(new ScriptedException("stuck"));
        }
    }

    private static BookmarkResumptionResult Resume(EngineRun run, object bookmark) =>
        bookmark is string name ? run.Running.Resume(name) : run.Running.Resume((Bookmark)bookmark);

    private static string[] Observed(Session session, string end, Exception? reason, Func<object, string> describe) =>
    [
        .. session.Log,
        end,
        $"reason {Session.TextOf(reason)}",
        .. session.Kept.Select(describe),
    ];
}
