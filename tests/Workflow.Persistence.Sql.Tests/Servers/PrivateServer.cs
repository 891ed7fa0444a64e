using System.Diagnostics;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>
/// A server that the script 'serve' runs for this process. The server ends with this process, even after a crash, because the script then reads the
/// end of its input.
/// </summary>
internal sealed class PrivateServer : IAsyncDisposable
{
    /// <summary>The longest wait for the script. The limit only makes a defect fail instead of hang.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(90);

    private readonly Process _script;

    private PrivateServer(Process script, string address)
    {
        _script = script;
        Address = address;
    }

    /// <summary>The address to which clients connect.</summary>
    public string Address { get; }

    /// <summary>Starts the script and waits until the server accepts connections.</summary>
    /// <param name="arguments">The arguments of the script.</param>
    /// <exception cref="InvalidOperationException">The server does not start.</exception>
    public static async Task<PrivateServer> StartAsync(params string[] arguments)
    {
        ProcessStartInfo start = new("/bin/sh", [Path.Combine(AppContext.BaseDirectory, "Servers", "serve"), .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        Process script = Process.Start(start)!;
        try
        {
            return new PrivateServer(script, await AnswerAsync(script, "started"));
        }
        catch
        {
            await EndAsync(script);
            throw;
        }
    }

    /// <summary>Stops the server abruptly, as a crash does.</summary>
    public Task StopAsync() => CommandAsync("stop", "stopped");

    /// <summary>Starts the server again, with the same data and the same address.</summary>
    public Task StartAsync() => CommandAsync("start", "started");

    /// <summary>Kills the script, so that nothing stops the server or removes its folder.</summary>
    public Task KillScriptAsync()
    {
        _script.Kill();
        return _script.WaitForExitAsync();
    }

    public async ValueTask DisposeAsync() => await EndAsync(_script);

    private async Task CommandAsync(string command, string answer)
    {
        await _script.StandardInput.WriteLineAsync(command);
        await _script.StandardInput.FlushAsync();
        await AnswerAsync(_script, answer);
    }

    private static async Task<string> AnswerAsync(Process script, string expected)
    {
        string answer = await script.StandardOutput.ReadLineAsync().WaitAsync(Limit) ?? string.Empty;
        if (answer.StartsWith(expected, StringComparison.Ordinal))
        {
            return answer[expected.Length..].Trim();
        }

        string rest = await script.StandardOutput.ReadToEndAsync().WaitAsync(Limit);
        throw new InvalidOperationException($"The server of the tests gave no answer '{expected}' but '{answer}': {rest}");
    }

    private static async Task EndAsync(Process script)
    {
        script.StandardInput.Close();
        await script.WaitForExitAsync().WaitAsync(Limit);
        script.Dispose();
    }
}
