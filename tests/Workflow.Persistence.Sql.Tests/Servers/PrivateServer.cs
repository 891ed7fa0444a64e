using System.Diagnostics;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A server that the script 'serve' runs for this process. It ends with this process, however that ends, because the script then reads the end of its input.</summary>
internal sealed class PrivateServer : IAsyncDisposable
{
    /// <summary>Only so that a defect fails and does not hang.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(90);

    private readonly Process _script;

    private PrivateServer(Process script, string address)
    {
        _script = script;
        Address = address;
    }

    /// <summary>What a client needs to connect.</summary>
    public string Address { get; }

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

    /// <summary>Stops the server as a crash does.</summary>
    public Task StopAsync() => CommandAsync("stop", "stopped");

    /// <summary>Starts the server again, with its data and its address.</summary>
    public Task StartAsync() => CommandAsync("start", "started");

    /// <summary>Kills the script, so that nothing ends the server or removes its folder.</summary>
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
