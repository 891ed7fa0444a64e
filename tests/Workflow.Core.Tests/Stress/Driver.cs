using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Stress;

/// <summary>Drives an instance to its end: resumes its bookmarks until the instance has ended.</summary>
internal sealed class Driver(Subject subject)
{
    /// <summary>The maximum number of rounds; greater than the number of steps of any scenario.</summary>
    private const int Rounds = 100;

    public async Task DriveAsync()
    {
        for (int round = 0; await IsAliveAsync().ConfigureAwait(false); round++)
        {
            if (round == Rounds)
            {
                subject.Fail("it does not come to its end");
                return;
            }

            await StepAsync(subject.Current).WaitAsync(HangGuard.Limit).ConfigureAwait(false);
        }
    }

    /// <summary>Returns true if the instance has an application. Loads it into a new application if the store still contains the instance.</summary>
    private async Task<bool> IsAliveAsync()
    {
        if (subject.Current.Ends == Ends.None)
        {
            return true;
        }

        await subject.Current.SettleAsync().ConfigureAwait(false);
        return subject.Saved is not null && await subject.TryLoadAsync().WaitAsync(HangGuard.Limit).ConfigureAwait(false);
    }

    private async Task StepAsync(HostedInstance hosted)
    {
        await hosted.AskAsync(OperationKind.Run, (application, _) =>
        {
            application.Run();
            return Task.CompletedTask;
        }).ConfigureAwait(false);
        hosted.StepRecorder.EndWork();
        subject.Run.Advance(TimeSpan.FromMinutes(2));
        foreach (string place in (string[])[.. subject.Scenario.Places, "nowhere"])
        {
            int token = subject.NewToken();
            await hosted.ResumeAsync(token, (application, cancellationToken) => application.ResumeBookmarkAsync(place, token, cancellationToken))
                .ConfigureAwait(false);
        }
    }
}
