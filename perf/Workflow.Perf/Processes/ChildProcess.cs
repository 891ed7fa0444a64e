using System.Diagnostics;

namespace Workflow.Perf.Processes;

/// <summary>Runs this program in a separate process, so that a measurement does not depend on earlier ones.</summary>
internal sealed class ChildProcess : IDisposable
{
    private readonly Process _process;
    private readonly EventHandler _onExit;

    /// <summary>The first line that the child wrote to its standard error; null for none.</summary>
    private string? _error;

    private ChildProcess(Process process)
    {
        _process = process;
        _process.ErrorDataReceived += (_, written) => _error ??= written.Data;
        _onExit = (_, _) => Kill();

        // Ends the child if this process ends during a measurement.
        AppDomain.CurrentDomain.ProcessExit += _onExit;
    }

    /// <summary>Starts a child with the verb <c>child</c>.</summary>
    public static ChildProcess Start(params IEnumerable<string> arguments)
    {
        string program = Environment.ProcessPath
            ?? throw new InvalidOperationException("The path of this program is not known, so no child process can be started.");
        string[] prefix = Path.GetFileNameWithoutExtension(program) == "dotnet" ? [typeof(ChildProcess).Assembly.Location, "child"] : ["child"];
        ProcessStartInfo start = new(program, [.. prefix, .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        Process process = Process.Start(start)!;
        ChildProcess child = new(process);
        process.BeginErrorReadLine();
        return child;
    }

    /// <summary>Returns the next line that the child prints.</summary>
    /// <exception cref="InvalidOperationException">The child has ended without a line, or takes longer than the limit.</exception>
    public async Task<string> ReadLineAsync(TimeSpan limit)
    {
        using CancellationTokenSource over = new(limit, TimeProvider.System);
        try
        {
            return await _process.StandardOutput.ReadLineAsync(over.Token).ConfigureAwait(false)
                ?? throw await EndedAsync(over.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException late)
        {
            Kill();
            throw new InvalidOperationException($"A child process had no result after {limit.TotalSeconds:0} s and was ended.", late);
        }
    }

    /// <summary>Closes the input of the child, which ends the child.</summary>
    public void EndInput() => _process.StandardInput.Close();

    /// <summary>Waits until the child has ended. Kills it if the limit is exceeded.</summary>
    public void WaitForExit(TimeSpan limit)
    {
        if (!_process.WaitForExit(limit))
        {
            Kill();
        }
    }

    public void Dispose()
    {
        AppDomain.CurrentDomain.ProcessExit -= _onExit;
        Kill();
        _process.Dispose();
    }

    private async Task<InvalidOperationException> EndedAsync(CancellationToken cancellationToken)
    {
        // After this call, the error output of the child is complete.
        await _process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
        return new InvalidOperationException($"A child process ended with code {_process.ExitCode} and without a result. {_error ?? "It reported no error."}");
    }

    private void Kill()
    {
        try
        {
            _process.Kill();
        }
        catch (InvalidOperationException)
        {
            // The child has already ended.
        }
    }
}
