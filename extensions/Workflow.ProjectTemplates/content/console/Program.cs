using WorkflowConsole1;

string answer = await WorkflowInvoker.InvokeAsync(new Greeting { Name = args.FirstOrDefault() ?? "world" });
Console.WriteLine(answer);
