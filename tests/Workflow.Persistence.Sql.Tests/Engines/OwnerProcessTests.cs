using System.Diagnostics;
using System.Globalization;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>Tests of the detection that another process on the same machine has ended. A running process must never count as ended.</summary>
public sealed class OwnerProcessTests
{
    private static string[] Own => OwnerProcess.Current!.Split(' ');

    [LinuxFact]
    public void HasEnded_ThisProcess_IsFalse()
    {
        Assert.Equal(Environment.ProcessId.ToString(CultureInfo.InvariantCulture), Own[1]);
        Assert.False(OwnerProcess.HasEnded(OwnerProcess.Current!));
    }

    /// <summary>The system reuses the ids of ended processes.</summary>
    [LinuxFact]
    public void HasEnded_EarlierProcessWithSameId_IsTrue() =>
        Assert.True(OwnerProcess.HasEnded($"{Own[0]} {Own[1]} {long.Parse(Own[2], CultureInfo.InvariantCulture) - 1}"));

    /// <summary>Texts from another boot, container, machine or system, and texts of a modified row.</summary>
    [LinuxTheory]
    [InlineData("other {0} 1")]
    [InlineData("windows/machine/number {0} 1")]
    [InlineData("{1} 0 1")]
    [InlineData("{1} -1 1")]
    [InlineData("{1} {0}")]
    [InlineData("{1} {0} 1 1")]
    [InlineData("{1} {0} 99999999999999999999")]
    [InlineData("{1} 99999999999 1")]
    [InlineData("{1} ../self 1")]
    [InlineData("")]
    [InlineData("  ")]
    public void HasEnded_UnrelatedText_IsFalse(string text) =>
        Assert.False(OwnerProcess.HasEnded(string.Format(CultureInfo.InvariantCulture, text, Environment.ProcessId, Own[0])));

    /// <summary>The parent has not awaited the ended process, so that its id is still in use.</summary>
    [LinuxFact]
    public async Task HasEnded_EndedButNotAwaited_IsTrue()
    {
        using Process parent = Process.Start(new ProcessStartInfo("sh", ["-c", "exec 3<&0; (read line <&3; echo over) & echo $!; exec sleep 300"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            UseShellExecute = false,
        })!;
        try
        {
            int id = int.Parse((await parent.StandardOutput.ReadLineAsync().WaitAsync(HangGuard.Limit))!, CultureInfo.InvariantCulture);
            string stat = await File.ReadAllTextAsync($"/proc/{id}/stat");
            string text = $"{Own[0]} {id} {stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[19]}";
            Assert.False(OwnerProcess.HasEnded(text));
            await parent.StandardInput.WriteLineAsync();
            Assert.Equal("over", await parent.StandardOutput.ReadLineAsync().WaitAsync(HangGuard.Limit));
            using CancellationTokenSource limit = new(HangGuard.Limit, TimeProvider.System);
            while (!OwnerProcess.HasEnded(text))
            {
                await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, limit.Token);
            }

            Assert.True(Directory.Exists($"/proc/{id}"));
        }
        finally
        {
            parent.Kill();
        }

        await parent.WaitForExitAsync().WaitAsync(HangGuard.Limit);
    }
}
