using Workflow.Core.Tests.Stress.Scenarios;

namespace Workflow.Core.Tests.Stress;

/// <summary>Starts random operations on an instance. The subject of the instance waits for their results.</summary>
internal sealed class OperationGenerator(StressRun run, Random random)
{
    public void Apply(Subject subject)
    {
        HostedInstance hosted = subject.Current;
        if ((hosted.Ends & (Ends.Unloaded | Ends.Aborted)) != Ends.None && random.Next(2) == 0)
        {
            subject.BeginLoad();
            return;
        }

        switch (random.Next(100))
        {
            case < 8:
                subject.Await(hosted.AskAsync(OperationKind.Run, (application, _) =>
                {
                    application.Run();
                    return Task.CompletedTask;
                }));
                break;
            case < 55:
                subject.Await(Resume(subject, hosted));
                break;
            case < 70:
                hosted.StepRecorder.EndWork();
                break;
            case < 74:
                run.Advance(TimeSpan.FromSeconds(random.Next(1, 50)));
                break;
            case < 84:
                subject.Await(
                    hosted.AskAsync(OperationKind.Bookmarks, (application, cancellationToken) => application.GetBookmarksAsync(cancellationToken), GivesUp()));
                break;
            case < 90:
                subject.Await(
                    hosted.AskAsync(OperationKind.Persist, (application, cancellationToken) => application.PersistAsync(cancellationToken), GivesUp()));
                break;
            case < 95:
                subject.Await(hosted.AskAsync(OperationKind.Unload, (application, cancellationToken) => application.UnloadAsync(cancellationToken), GivesUp()));
                break;
            case 97:
                subject.IsCancelAsked = true;
                subject.Await(hosted.AskAsync(OperationKind.Cancel, (application, cancellationToken) => application.CancelAsync(cancellationToken), GivesUp()));
                break;
            case 98:
                hosted.IsTerminateAsked = true;
                subject.Await(
                    hosted.AskAsync(
                        OperationKind.Terminate,
                        (application, cancellationToken) => application.TerminateAsync("enough", cancellationToken),
                        GivesUp()));
                break;
            case 99:
                hosted.ExpectAbort();
                subject.Await(hosted.AskAsync(OperationKind.Abort, (application, _) =>
                {
                    application.Abort("enough");
                    return Task.CompletedTask;
                }));
                break;
        }
    }

    private Task Resume(Subject subject, HostedInstance hosted)
    {
        int token = subject.NewToken();
        Scenario scenario = subject.Scenario;
        if (random.Next(4) == 0 && subject.LastBookmark is { } bookmark)
        {
            return hosted.ResumeAsync(
                token,
                (application, cancellationToken) => application.ResumeBookmarkAsync(bookmark, token, cancellationToken),
                GivesUp());
        }

        string place = random.Next(12) == 0 ? "nowhere" : scenario.Places[random.Next(scenario.Places.Length)];
        return hosted.ResumeAsync(token, (application, cancellationToken) => application.ResumeBookmarkAsync(place, token, cancellationToken), GivesUp());
    }

    private bool GivesUp() => random.Next(10) == 0;
}
